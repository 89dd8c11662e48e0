# Must name the version in rust-toolchain.toml.
ARG RUST_VERSION=1.95.0

FROM rust:${RUST_VERSION}-slim-trixie AS build
WORKDIR /build

# The dependencies, built against empty sources: a layer that only Cargo.toml and Cargo.lock renew.
# rust-toolchain.toml stays out, or rustup would download clippy and rustfmt. Cargo.toml asks for the benches to exist.
COPY Cargo.toml Cargo.lock ./
RUN mkdir -p src benches/http \
    && touch src/lib.rs benches/cache.rs benches/http/main.rs benches/perft.rs benches/tables.rs \
    && echo 'fn main() {}' > src/main.rs \
    && cargo build --locked --release

# The program. Cargo goes by file times, and those of the copy may be older than the empty sources.
COPY README.md ./
COPY src src
RUN touch src/lib.rs src/main.rs \
    && cargo build --locked --release

FROM debian:trixie-slim
COPY LICENSE-APACHE LICENSE-MIT /usr/share/doc/jungle/
COPY --from=build /build/target/release/jungle /usr/local/bin/

# A number, so that Kubernetes' runAsNonRoot can check it. The program writes no files.
USER 65532:65532
ENV JUNGLE_LISTEN=0.0.0.0:8080
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
    CMD ["jungle", "healthcheck", "http://127.0.0.1:8080/health/live"]
ENTRYPOINT ["jungle"]
CMD ["serve"]

# Last, because they differ for every commit.
ARG VERSION=dev
ARG REVISION=unknown
LABEL org.opencontainers.image.title="jungle" \
      org.opencontainers.image.description="Rules, bot and HTTP service for Jungle (Dou Shou Qi, Animal Chess)" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
