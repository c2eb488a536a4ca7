"""Reads what is deployed, for a test: `yaml FILE...`, or `chart FOLDER VALUES` as Helm lints and renders it. Prints JSON."""

import json
import sys

import yaml


def chart(folder, values):
    from helm_python.chart import Chart, lint

    said = lint(folder, values, strict=True)
    with Chart.load(folder) as loaded:
        rendered = loaded.render(values, name="it", namespace="here")
    objects = [one for text in rendered.values() for one in yaml.safe_load_all(text) if one]
    return {"errors": said["errors"], "messages": said["messages"], "objects": objects}


def files(paths):
    return [list(yaml.safe_load_all(open(path, encoding="utf-8"))) for path in paths]


what, *rest = sys.argv[1:]
print(json.dumps(chart(rest[0], json.loads(rest[1])) if what == "chart" else files(rest)))
