"""Holds the Kubernetes manifests of a folder to their schemas, and its kustomization to naming them."""

import sys
from pathlib import Path

from kubernetes_validate import latest_version, validate
from ruamel.yaml import YAML

KUSTOMIZATION = "kustomization.yaml"

folder = Path(sys.argv[1])
# Refuses a key that is there twice.
yaml = YAML(typ="safe")

manifests = sorted(path for path in folder.glob("*.yaml") if path.name != KUSTOMIZATION)
images = set()
for path in manifests:
    manifest = yaml.load(path)
    print(f"{path.name}: {manifest['kind']}")
    # Not by the command of this package, which passes a kind that it does not know.
    validate(manifest, latest_version(), strict=True)
    if manifest["kind"] == "Deployment":
        images |= {container["image"] for container in manifest["spec"]["template"]["spec"]["containers"]}

kustomization = yaml.load(folder / KUSTOMIZATION)
assert kustomization.keys() == {"apiVersion", "kind", "namespace", "resources", "images"}, kustomization.keys()
assert sorted(kustomization["resources"]) == [path.name for path in manifests], kustomization["resources"]
assert {image["name"] for image in kustomization["images"]} == images, images
