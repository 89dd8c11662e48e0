# What scripts/contract and scripts/soak-contract share, after `root` is set: the folder they work in, and how the tools
# of tests/contract get there. They come from npm and PyPI.

work=$root/target/contract
mkdir -p "$work"
cp -R "$root/tests/contract/." "$root/clients" "$work"
cd "$work"

# Whether the stamp of the last installation is missing or older than the file that pins the versions.
outdated() { ! cmp -s "$1" "$2"; }

has_python() { python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
has_java() { command -v java >/dev/null && java -version 2>&1 | awk -F'[".]' '/version/ { exit !($2 >= 17) }'; }
has_node() { command -v npm >/dev/null && node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null; }

install_python() {
    outdated requirements.txt venv/installed || return 0
    python3 -m venv --clear venv
    venv/bin/pip install --quiet --disable-pip-version-check --requirement requirements.txt
    cp requirements.txt venv/installed
}

install_node() {
    outdated "$1/package-lock.json" "$1/node_modules/installed" || return 0
    npm ci --prefix "$1" --ignore-scripts --no-audit --no-fund --loglevel=error
    cp "$1/package-lock.json" "$1/node_modules/installed"
}

# The compiler is on npm. The library that it needs at run time comes alone in no registry but Maven's: it is in the
# package of a notebook on PyPI, like it by the makers of Kotlin.
install_kotlin() {
    outdated kotlin.txt kotlin/installed || return 0
    venv/bin/pip install --quiet --disable-pip-version-check --no-deps --upgrade --target kotlin --requirement kotlin.txt
    cp kotlin.txt kotlin/installed
}

fetch_document() { curl --fail --silent --show-error --max-time 10 "$base/openapi.json" --output openapi.json; }
