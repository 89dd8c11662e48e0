"""Changes of the document that `additive.py` must refuse, and changes that it must let pass."""

import copy
import json
import os

import pytest
from additive import breaks

with open(os.environ.get("DOCUMENT", "openapi.json")) as file:
    DOCUMENT = json.load(file)

PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}


def operation(document, path="/v1/bot-move", method="post"):
    return document["paths"][path][method]


def part(document, kind):
    """The headers or links of an answer, if need be made for it."""
    return operation(document)["responses"]["200"].setdefault(kind, {})


def parameter(document, name):
    return next(parameter for parameter in operation(document, method="get")["parameters"] if parameter["name"] == name)


def schema(document, name):
    return document["components"]["schemas"][name]


def fields(document, name):
    return schema(document, name)["properties"]


def own_fields(document, name):
    """The fields that a response has beside those of every game."""
    return schema(document, name)["allOf"][1]


def rename(document, old, new):
    text = json.dumps(document).replace(f'/{old}"', f'/{new}"').replace(f'"{old}": ', f'"{new}": ')
    document.update(json.loads(text))


def inline(document, name):
    """An answer's own copy of a schema, so that it can change without the others."""
    return copy.deepcopy(schema(document, name))


REFUSED = {
    "a path is gone": lambda d: d["paths"].pop("/v1/replay"),
    "a method is gone": lambda d: d["paths"]["/v1/explain"].pop("get"),
    "an operation is renamed": lambda d: operation(d).update(operationId="bot_move"),
    "a schema is renamed": lambda d: rename(d, "HealthResponse", "Health"),
    "a status is gone": lambda d: operation(d)["responses"].pop("422"),
    "a status of success is new": lambda d: operation(d)["responses"].update({"202": {"description": "Later."}}),
    "a redirection is new": lambda d: operation(d)["responses"].update({"307": {"description": "Elsewhere."}}),
    "a parameter is gone": lambda d: operation(d, method="get")["parameters"].pop(0),
    "a parameter becomes required": lambda d: parameter(d, "state").update(required=True),
    "a parameter that is required is new": lambda d: operation(d, method="get")["parameters"].append(
        {"name": "key", "in": "query", "required": True, "schema": {"type": "string"}}
    ),
    "a parameter is written in another way": lambda d: parameter(d, "moves").update(explode=True),
    "a parameter's bound is narrower": lambda d: parameter(d, "level")["schema"].update(maximum=9),
    "a parameter's bound is new": lambda d: parameter(d, "allow_resign")["schema"].update(enum=[True]),
    "a parameter has another type": lambda d: parameter(d, "allow_resign")["schema"].update(type="integer"),
    "a media type of a request is gone": lambda d: operation(d)["requestBody"].update(
        content={"application/cbor": {"schema": {"$ref": "#/components/schemas/BotMoveRequest"}}}
    ),
    "a body is gone": lambda d: operation(d).pop("requestBody"),
    "a body becomes required": lambda d: operation(d, method="get").update(
        requestBody={"required": True, "content": {}}
    ),
    "a field of a request is gone": lambda d: fields(d, "BotMoveRequest").pop("seed"),
    "a field of a request becomes required": lambda d: schema(d, "BotMoveRequest").update(required=["level"]),
    "a field that is required is new": lambda d: (
        fields(d, "BotMoveRequest").update(key={"type": "string"}),
        schema(d, "BotMoveRequest").update(required=["key"]),
    ),
    "a request may have fewer moves": lambda d: fields(d, "ApplyRequest")["moves"].update(maxItems=100),
    "a request may no longer have null": lambda d: fields(d, "ApplyRequest")["state"].update(type="string"),
    "a request's pattern is new": lambda d: fields(d, "ApplyRequest")["state"].update(pattern="^[0-9a-f]+$"),
    "a request's pattern is another": lambda d: schema(d, "Notation").update(pattern="^[a-g][1-9]-[a-g][1-9]$"),
    "a way to write a square is gone": lambda d: schema(d, "SquareInput")["oneOf"].pop(),
    "a value of a request is gone": lambda d: schema(d, "DogAndWolf")["enum"].pop(),
    "a media type of an answer is gone": lambda d: operation(d, "/v1/analysis")["responses"]["200"]["content"].pop(
        "text/event-stream"
    ),
    "a field of an answer is gone": lambda d: (
        own_fields(d, "BotMoveResponse")["properties"].pop("nodes"),
        own_fields(d, "BotMoveResponse")["required"].remove("nodes"),
    ),
    "a field of an answer that may be missing is gone": lambda d: fields(d, "HealthResponse").pop("redis"),
    "a field of an answer may be missing": lambda d: own_fields(d, "BotMoveResponse")["required"].remove("line"),
    "a field of every answer may be missing": lambda d: schema(d, "Game")["required"].remove("state"),
    "a field of an answer may be null": lambda d: own_fields(d, "BotMoveResponse")["properties"].update(
        depth={"type": ["integer", "null"]}
    ),
    "a field of an answer has another type": lambda d: fields(d, "Evaluation").update(score={"type": "number"}),
    "a bound of an answer is wider": lambda d: own_fields(d, "BotMoveResponse")["properties"]["line"].update(
        maxItems=1000
    ),
    "a bound of an answer is gone": lambda d: fields(d, "Move")["from"].clear(),
    "an answer has another value": lambda d: schema(d, "Phase")["enum"].append("adjourned"),
    "an ending has another reason": lambda d: schema(d, "EndReason")["enum"].append("time"),
    "an explanation has another reason": lambda d: schema(d, "RefusalReason")["enum"].append("asleep"),
    "a problem may have no code": lambda d: schema(d, "Problem")["required"].remove("code"),
    "a problem's code is a number": lambda d: schema(d, "ProblemCode").update(type="integer", enum=[1]),
    "a problem is plain JSON": lambda d: operation(d)["responses"]["422"].update(
        content={"application/json": PROBLEM["application/problem+json"]}
    ),
}

PASSED = {
    "nothing changes": lambda d: None,
    "words change": lambda d: (
        operation(d).update(summary="Play.", description="Better."),
        fields(d, "Limits")["depth"].update(description="How far."),
    ),
    "a path is new": lambda d: d["paths"].update({"/v1/tournament": copy.deepcopy(d["paths"]["/v1/replay"])}),
    "a method is new": lambda d: d["paths"]["/v1/replay"].update(
        get=copy.deepcopy(operation(d, "/v1/rulesets", "get"))
    ),
    "a schema is new": lambda d: d["components"]["schemas"].update(Score={"type": "integer"}),
    "a way to fail is new": lambda d: operation(d)["responses"].update(
        {"451": {"description": "Unavailable for legal reasons.", "content": PROBLEM}}
    ),
    "a problem has another code": lambda d: schema(d, "ProblemCode")["enum"].append("asleep"),
    "a problem has another reason": lambda d: (
        d["components"]["schemas"].update(ProblemReason=inline(d, "RefusalReason")),
        schema(d, "ProblemReason")["enum"].append("asleep"),
        fields(d, "Problem").update(reason={"$ref": "#/components/schemas/ProblemReason"}),
    ),
    "a copy that is still good is new": lambda d: operation(d, "/health/live", "get")["responses"].update(
        {"304": {"description": "Not modified."}}
    ),
    "a header is new": lambda d: part(d, "headers").update({"X-Mood": {"schema": {"type": "string"}}}),
    "a link is new": lambda d: part(d, "links").update(mirror={"operationId": "show_state"}),
    "a media type is new": lambda d: operation(d)["responses"]["200"]["content"].update({"application/cbor": {}}),
    "a parameter is new": lambda d: operation(d, method="get")["parameters"].append(
        {"name": "style", "in": "query", "schema": {"type": "string"}}
    ),
    "a field of a request is new": lambda d: fields(d, "BotMoveRequest").update(style={"type": "string"}),
    "a field of a request may be left out": lambda d: schema(d, "ApplyRequest").update(required=[]),
    "a request may have more moves": lambda d: fields(d, "ApplyRequest")["moves"].update(maxItems=4096),
    "a parameter's bound is gone": lambda d: parameter(d, "level")["schema"].pop("maximum"),
    "a request may have another value": lambda d: fields(d, "CustomRuleset")["dog_and_wolf"].update(
        oneOf=[{"type": "string", "enum": [*schema(d, "DogAndWolf")["enum"], "wolf_only"]}, {"type": "null"}]
    ),
    "a way to write a square is new": lambda d: schema(d, "SquareInput")["oneOf"].append(
        {"type": "integer", "minimum": 0, "maximum": 62}
    ),
    "a field of an answer is new": lambda d: own_fields(d, "BotMoveResponse")["properties"].update(
        style={"type": "string"}
    ),
    "a field of an answer is always there": lambda d: schema(d, "HealthResponse")["required"].append("redis"),
    "a field of an answer is never null": lambda d: fields(d, "Status").update(
        reason={"$ref": "#/components/schemas/EndReason"}
    ),
    "a bound of an answer is narrower": lambda d: own_fields(d, "BotMoveResponse")["properties"]["line"].update(
        maxItems=64
    ),
    "a schema is written out": lambda d: own_fields(d, "BotMoveResponse")["properties"].update(
        source=inline(d, "Source")
    ),
}


def changed(change):
    document = copy.deepcopy(DOCUMENT)
    change(document)
    return document


@pytest.mark.parametrize("name", REFUSED)
def test_a_break_is_refused(name):
    document = changed(REFUSED[name])
    assert document != DOCUMENT, "the change changes nothing"
    found = breaks(DOCUMENT, document)
    assert found
    print(found[0])


@pytest.mark.parametrize("name", PASSED)
def test_an_addition_passes(name):
    assert breaks(DOCUMENT, changed(PASSED[name])) == []


# Words are free, and a code that is never given any more is missed by nobody.
TAKEN_BACK = PASSED.keys() - {
    "nothing changes",
    "words change",
    "a schema is written out",
    "a problem has another code",
}


@pytest.mark.parametrize("name", sorted(TAKEN_BACK))
def test_an_addition_may_not_be_taken_back(name):
    assert breaks(changed(PASSED[name]), DOCUMENT)


def test_what_cannot_be_compared_is_no_pass():
    document = changed(lambda d: schema(d, "Game").update({"not": {}}))
    with pytest.raises(ValueError, match="not"):
        breaks(DOCUMENT, document)
