"""Holds a Grafana dashboard to what Grafana expects and to the metrics of a server: `dashboard.py FILE BASE_URL`.

It asks that for a move of the bot first, since metrics with labels are there only from their first use.
"""

import itertools
import json
import re
import sys
from pathlib import Path

import httpx
import promql_parser

COLUMNS = 24
# What Prometheus adds to every sample.
FOREIGN_LABELS = {"instance", "job"}
# There only where somebody has set a limit.
ONLY_IF_WANTED = {"jungle_rate_limits_total"}
# What Grafana puts in before it asks.
VARIABLES = {"$__rate_interval": "5m", "$instance": "all"}

SAMPLE = re.compile(r"^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? ", re.MULTILINE)
LABEL = re.compile(r'(\w+)="(?:[^"\\]|\\.)*"')


def metrics_of(text):
    """The metrics that a server shows, each with the names of its labels."""
    metrics = {}
    for name, labels in SAMPLE.findall(text):
        metrics.setdefault(name, set()).update(LABEL.findall(labels))
    return metrics


def check_shape(dashboard):
    assert dashboard["schemaVersion"] >= 42, "an older schema"
    assert dashboard["uid"] and dashboard["title"]
    assert "id" not in dashboard, "the id is Grafana's to give"
    variables = {variable["name"]: variable for variable in dashboard["templating"]["list"]}
    assert variables["datasource"]["type"] == "datasource" and variables["datasource"]["query"] == "prometheus"
    assert variables["instance"]["type"] == "query"
    check_source(variables["instance"])


def check_source(part):
    assert part["datasource"] == {"type": "prometheus", "uid": "${datasource}"}, part["datasource"]


def check_panels(panels):
    ids = [panel["id"] for panel in panels]
    assert len(set(ids)) == len(ids), f"an id is there twice: {sorted(ids)}"
    for panel in panels:
        assert panel["type"] == "timeseries" and panel["title"] and panel["description"], panel["id"]
        check_source(panel)
        references = [target["refId"] for target in panel["targets"]]
        assert references and len(set(references)) == len(references), f"{panel['title']}: {references}"
        for target in panel["targets"]:
            check_source(target)
            assert target["expr"] and target["legendFormat"], panel["title"]
        place = panel["gridPos"]
        assert place.keys() == {"x", "y", "w", "h"} and min(place["w"], place["h"]) > 0 <= min(place["x"], place["y"])
        assert place["x"] + place["w"] <= COLUMNS, f"{panel['title']} is out of the grid"
    for one, other in itertools.combinations(panels, 2):
        assert not overlap(one["gridPos"], other["gridPos"]), f"{one['title']} is upon {other['title']}"


def overlap(one, other):
    return all(
        one[start] < other[start] + other[length] and other[start] < one[start] + one[length]
        for start, length in (("x", "w"), ("y", "h"))
    )


def selectors(node, grouped=frozenset()):
    """The selectors of an expression, each with the labels that are grouped by around it."""
    match type(node).__name__:
        case "VectorSelector":
            yield node, grouped
        case "MatrixSelector":
            yield node.vector_selector, grouped
        case "Call":
            for argument in node.args:
                yield from selectors(argument, grouped)
        case "BinaryExpr":
            yield from selectors(node.lhs, grouped)
            yield from selectors(node.rhs, grouped)
        case "AggregateExpr":
            yield from selectors(node.expr, grouped | set(node.modifier.labels if node.modifier else ()))
        case "ParenExpr":
            yield from selectors(node.expr, grouped)
        case "NumberLiteral":
            pass
        case other:
            raise ValueError(f"no such expression is expected: {other}")


def check_expression(expression, metrics):
    for variable, value in VARIABLES.items():
        expression = expression.replace(variable, value)
    for selector, grouped in selectors(promql_parser.parse(expression)):
        matched = {matcher.name for matcher in selector.matchers.matchers}
        assert "instance" in matched, f"{selector.name} is that of every instance"
        if selector.name in ONLY_IF_WANTED - metrics.keys():
            continue
        assert selector.name in metrics, f"the server has no {selector.name}"
        unknown = (matched | grouped) - metrics[selector.name] - FOREIGN_LABELS
        assert not unknown, f"{selector.name} has no {unknown}"


def main(dashboard, base):
    dashboard = json.loads(Path(dashboard).read_text())
    check_shape(dashboard)
    check_panels(dashboard["panels"])
    httpx.post(f"{base}/v1/bot-move", json={"limits": {"nodes": 10}}, timeout=20).raise_for_status()
    metrics = metrics_of(httpx.get(f"{base}/metrics", timeout=20).raise_for_status().text)
    expressions = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    for expression in expressions:
        check_expression(expression, metrics)
    print(f"dashboard: {len(expressions)} expressions of {len(dashboard['panels'])} panels have their metrics")


main(*sys.argv[1:])
