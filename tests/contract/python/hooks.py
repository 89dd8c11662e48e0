"""What schemathesis is told of this server beside its document."""

from urllib.parse import parse_qsl, urlsplit

import schemathesis
from schemathesis.core.failures import AcceptedNegativeData
from schemathesis.openapi.checks import AllowHeaderMismatch

SEARCHES = {"/v1/analysis", "/v1/bot-move"}
# Searches end here: what is tested is what they are asked and how they answer, not how far they see.
NODES = 1000
MOST_NODES = 10_000_000


@schemathesis.hook
def before_load_schema(_context, document):
    """Has a link's body be the whole body, as OpenAPI has it: beside a state, no other start of the game makes sense."""
    for item in document["paths"].values():
        for operation in item.values():
            for response in operation["responses"].values():
                for link in response.get("links", {}).values():
                    link["x-schemathesis"] = {"merge_body": False}


@schemathesis.hook
def filter_failure(_context, failure, _case, response):
    """Drops what is no fault of the server.

    `Allow` may tell of QUERY, which OpenAPI 3.1 has no word for. And a list of one empty move, which the document
    forbids, is written like an empty list, which it allows.
    """
    if isinstance(failure, AllowHeaderMismatch):
        return failure.undocumented_methods != ["QUERY"]
    query = parse_qsl(urlsplit(response.request.url).query, keep_blank_values=True)
    return not isinstance(failure, AcceptedNegativeData) or ("moves", "") not in query


@schemathesis.hook
def before_call(_context, case, _options):
    """Limits a search that is not limited yet; a limit that is wrong stays as it is."""
    if case.operation.path not in SEARCHES:
        return
    if case.method == "GET" and isinstance(case.query, dict):
        limit(case.query)
    elif isinstance(case.body, dict):
        if case.body.get("limits") is None:
            case.body["limits"] = {}
        if isinstance(case.body["limits"], dict):
            limit(case.body["limits"])


def limit(limits):
    nodes = limits.get("nodes")
    if nodes is None or (type(nodes) in (int, float) and NODES < nodes <= MOST_NODES and nodes == int(nodes)):
        limits["nodes"] = NODES
