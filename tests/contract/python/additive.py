"""Holds the document to only adding to that of the last release: `additive.py RELEASED DOCUMENT`.

A program that was written for the last release goes on working with this one:

- Whatever it sends is still taken: paths, methods, parameters, fields and media types stay, none becomes required, and
  no bound, pattern or set of values becomes narrower.
- Whatever it gets, it has been told of: statuses, headers, links, media types and fields stay, what was always there
  still is, and no type, bound or set of values becomes wider. New fields, headers and media types are no break, since
  clients pass over what they do not know and ask for what they want.
- A new way to fail is no break. So any operation may answer with another 4xx or 5xx, and a problem may have another
  `code` or `reason`: a client that does not know it goes by its `status`. The answer to what went well is another matter:
  apps draw each of its values, and generated clients refuse the ones that they do not know. So there no set of values
  grows, that of a `reason` included. 304 is only for those who asked for it.
- Names that generated clients are made of stay: operation ids and schemas.

What breaks this goes under another base path. At a release, and only then, `openapi/released.json` becomes a copy of
`openapi/openapi.json`.
"""

import json
import sys

# Each bound, with whether a greater one lets more through.
BOUNDS = {
    "maximum": True,
    "maxLength": True,
    "maxItems": True,
    "maxProperties": True,
    "minimum": False,
    "minLength": False,
    "minItems": False,
    "minProperties": False,
}
# What is compared as it is.
EXACT = ("pattern", "multipleOf", "uniqueItems", "prefixItems")
COMPARED = {*BOUNDS, *EXACT, "type", "format", "enum", "required", "properties", "items", "additionalProperties"}
COMPOSED = {"$ref", "allOf", "oneOf"}
SAYS_NOTHING = {"description", "title", "examples", "example", "deprecated", "discriminator", "default", "const"}
WIDER_TYPES = {("integer", "number")}
WIDER_FORMATS = {("int32", "int64"), ("float", "double")}
OPEN_IN_PROBLEMS = ("code", "reason")


class Document:
    """A document whose references are followed."""

    def __init__(self, tree):
        self.tree = tree

    def follow(self, node):
        """What stands there; what stands beside a reference is added to it."""
        while "$ref" in node:
            target = self.tree
            for step in node["$ref"].removeprefix("#/").split("/"):
                target = target[step.replace("~1", "/").replace("~0", "~")]
            node = target | {key: value for key, value in node.items() if key != "$ref"}
        return node

    def alternatives(self, schema):
        """The schemas of one type each, of which a value has to fit one."""
        schema = self.follow(schema)
        unknown = {key for key in schema if not key.startswith("x-")} - COMPARED - COMPOSED - SAYS_NOTHING
        if unknown:
            raise ValueError(f"cannot compare {sorted(unknown)}")
        if "oneOf" in schema:
            return [found for branch in schema["oneOf"] for found in self.alternatives(branch)]
        if "allOf" in schema:
            return [self.merged(schema["allOf"])]
        if "const" in schema:
            schema = schema | {"enum": [schema["const"]]}
        types = schema.get("type")
        return [schema | {"type": one} for one in types] if isinstance(types, list) else [schema]

    def merged(self, branches):
        """The one object that all the branches describe parts of."""
        merged = {"type": "object", "properties": {}, "required": []}
        for branch in branches:
            (part,) = self.alternatives(branch)
            if part.get("type") != "object" or "additionalProperties" in part:
                raise ValueError("allOf is only known to join open objects")
            merged["properties"] |= part.get("properties", {})
            merged["required"] = merged["required"] + part.get("required", [])
        return merged


class Comparison:
    """Two documents, and what was found to be broken between them."""

    def __init__(self, released, document):
        self.released, self.document = Document(released), Document(document)
        self.breaks = []
        self.compare_documents()

    def compare_documents(self):
        old, new = self.released.tree, self.document.tree
        self.stays(old["components"]["schemas"], new["components"]["schemas"], "schema")
        for path in self.stays(old["paths"], new["paths"], "path"):
            for method in self.stays(old["paths"][path], new["paths"][path], f"{path}: method"):
                self.compare_operations(
                    old["paths"][path][method], new["paths"][path][method], f"{method.upper()} {path}"
                )

    def stays(self, old, new, what):
        """The names that are in both; those that are gone are breaks."""
        self.breaks += [f"{what} {name} is gone" for name in old if name not in new]
        return [name for name in old if name in new]

    def compare_operations(self, old, new, place):
        if old.get("operationId") != new.get("operationId"):
            self.breaks.append(f"{place}: operation id {old.get('operationId')} is now {new.get('operationId')}")
        self.compare_parameters(old.get("parameters", []), new.get("parameters", []), place)
        self.compare_bodies(old.get("requestBody"), new.get("requestBody"), place)
        self.compare_responses(old["responses"], new["responses"], place)

    def compare_parameters(self, old, new, place):
        old, new = (
            {f"{parameter['in']}.{parameter['name']}": parameter for parameter in map(document.follow, parameters)}
            for document, parameters in ((self.released, old), (self.document, new))
        )
        for name in self.stays(old, new, f"{place}: parameter"):
            if new[name].get("required") and not old[name].get("required"):
                self.breaks.append(f"{place}: parameter {name} is now required")
            for key in ("style", "explode", "allowReserved"):
                if old[name].get(key) != new[name].get(key):
                    self.breaks.append(f"{place}: parameter {name} has another {key}")
            self.compare_sent(old[name]["schema"], new[name]["schema"], f"{place}: parameter {name}")
        for name in new.keys() - old.keys():
            if new[name].get("required"):
                self.breaks.append(f"{place}: parameter {name} is new and required")

    def compare_bodies(self, old, new, place):
        if not old or not new:
            if old or (new and new.get("required")):
                self.breaks.append(f"{place}: a body is {'gone' if old else 'now required'}")
            return
        if new.get("required") and not old.get("required"):
            self.breaks.append(f"{place}: the body is now required")
        for media in self.stays(old["content"], new["content"], f"{place}: request media type"):
            self.compare_sent(old["content"][media]["schema"], new["content"][media]["schema"], f"{place}: request")

    def compare_responses(self, old, new, place):
        for status in new.keys() - old.keys():
            if status != "304" and status[0] not in "45":
                self.breaks.append(f"{place}: status {status} is new")
        for status in self.stays(old, new, f"{place}: status"):
            before, after = self.released.follow(old[status]), self.document.follow(new[status])
            for kind in ("headers", "links"):
                self.stays(before.get(kind, {}), after.get(kind, {}), f"{place}: {status} {kind}")
            before, after = before.get("content", {}), after.get("content", {})
            is_problem = status[0] in "45"
            for media in self.stays(before, after, f"{place}: {status} media type"):
                self.compare_got(before[media]["schema"], after[media]["schema"], f"{place}: {status}", is_problem)

    def compare_sent(self, old, new, place):
        self.breaks += Inclusion(self.document, self.released).why_not(new, old, place)

    def compare_got(self, old, new, place, is_problem):
        self.breaks += Inclusion(self.released, self.document, is_problem).why_not(old, new, place)


class Inclusion:
    """Whether all that fits a schema of the narrow document fits one of the wide document.

    It goes by what the schemas say, so it may refuse a change that is none, and never the other way round.
    """

    def __init__(self, wide, narrow, is_problem=False):
        self.wide, self.narrow, self.is_problem = wide, narrow, is_problem

    def why_not(self, wide, narrow, place):
        """What is in the way of each alternative, in the nearest of its homes."""
        homes = self.wide.alternatives(wide)
        for alternative in self.narrow.alternatives(narrow):
            near = [home for home in homes if is_type_of(home, alternative)]
            if near:
                yield from min((self.why_not_one(home, alternative, place) for home in near), key=len)
            else:
                types = [home["type"] for home in homes]
                yield f"{place}: {alternative.get('type', 'anything')} is not among {types}"

    def why_not_one(self, wide, narrow, place):
        parts = (self.values, self.bounds, self.fields, self.items)
        return [reason for part in parts for reason in part(wide, narrow, place)]

    def values(self, wide, narrow, place):
        if "enum" in wide and not (self.is_problem and place.rpartition(" ")[2] in OPEN_IN_PROBLEMS):
            outside = [value for value in narrow.get("enum", ["any value"]) if value not in wide["enum"]]
            if outside:
                yield f"{place}: {outside} is not among {wide['enum']}"
        if "default" in wide and "default" in narrow and wide["default"] != narrow["default"]:
            yield f"{place}: left out, it has another meaning"

    def bounds(self, wide, narrow, place):
        for bound, is_upper in BOUNDS.items():
            if bound not in wide or "enum" in narrow:
                continue
            given = narrow.get(bound)
            if given is None or (given > wide[bound] if is_upper else given < wide[bound]):
                yield f"{place}: {bound} {given} does not fit {wide[bound]}"
        for key in EXACT:
            if key in wide and wide[key] != narrow.get(key) and "enum" not in narrow:
                yield f"{place}: {key} {narrow.get(key)} does not fit {wide[key]}"
        formats = narrow.get("format"), wide.get("format")
        if wide.get("format") and formats[0] != formats[1] and formats not in WIDER_FORMATS:
            yield f"{place}: format {formats[0]} does not fit {formats[1]}"

    def fields(self, wide, narrow, place):
        for name in wide.get("required", []):
            if name not in narrow.get("required", []):
                yield f"{place} {name}: is not always there"
        in_wide, in_narrow = wide.get("properties", {}), narrow.get("properties", {})
        for name, schema in in_narrow.items():
            if name in in_wide:
                yield from self.why_not(in_wide[name], schema, f"{place} {name}")
            elif wide.get("additionalProperties") is False:
                yield f"{place} {name}: is not known"
        if wide.get("additionalProperties") is False and narrow.get("additionalProperties") is not False:
            yield f"{place}: other fields are not known"
        elif isinstance(wide.get("additionalProperties"), dict):
            raise ValueError("cannot compare maps")
        # Fields of an open object are never forbidden, but a name that one side has stopped to tell of is gone.
        if wide.get("additionalProperties") is not False and narrow.get("additionalProperties") is not False:
            for name in in_wide.keys() - in_narrow.keys():
                yield f"{place} {name}: is gone"

    def items(self, wide, narrow, place):
        if "items" in wide:
            yield from self.why_not(wide["items"], narrow.get("items", {}), f"{place} []")


def is_type_of(wide, narrow):
    types = narrow.get("type"), wide.get("type")
    return types[1] is None or types[0] == types[1] or types in WIDER_TYPES


def breaks(released, document):
    """What of the released document a program can no longer rely on."""
    return Comparison(released, document).breaks


def main(released, document):
    with open(released) as old, open(document) as new:
        found = breaks(json.load(old), json.load(new))
    for reason in dict.fromkeys(found):
        print(reason)
    sys.exit(bool(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
