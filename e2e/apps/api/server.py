"""A lending library's API, with its description for Swagger UI."""

import json
import os
import re
import sqlite3
import sys
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

DATABASE = os.environ["STATE"] + "/library.sqlite3"

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Library API</title><link rel="stylesheet" href="swagger-ui.css"></head>
<body><div id="swagger-ui"></div><script src="swagger-ui-bundle.js"></script>
<script>window.ui = SwaggerUIBundle({ url: "/openapi.json", dom_id: "#swagger-ui" });</script></body></html>"""


def schema(**properties):
    return {"type": "object", "properties": {name: {"type": kind} for name, kind in properties.items()}}


def operation(tag, summary, parameters=(), body=None):
    made = {"tags": [tag], "summary": summary, "parameters": list(parameters), "responses": {"200": {"description": "OK"}}}
    if body:
        made["requestBody"] = {"content": {"application/json": {"schema": body}}, "required": True}
    return made


ID = {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}
SHELF = {"name": "shelf", "in": "query", "schema": {"type": "string", "enum": ["A", "B", "C"]}}
ITEM = schema(title="string", shelf="string", copies="integer")
MEMBER = schema(name="string", town="string")
OPENAPI = {
    "openapi": "3.0.3",
    "info": {"title": "Library", "version": "1.2.0", "description": "Items and members of a lending library."},
    "tags": [{"name": "items"}, {"name": "members"}],
    "paths": {
        "/api/items": {
            "get": operation("items", "List items", [SHELF]),
            "post": operation("items", "Add an item", body=ITEM),
        },
        "/api/items/{id}": {
            "get": operation("items", "Show one item", [ID]),
            "put": operation("items", "Change an item", [ID], ITEM),
            "delete": operation("items", "Remove an item", [ID]),
        },
        "/api/members": {
            "get": operation("members", "List members"),
            "post": operation("members", "Add a member", body=MEMBER),
        },
        "/api/members/{id}": {"delete": operation("members", "Remove a member", [ID])},
    },
}
COLUMNS = {"items": ["title", "shelf", "copies"], "members": ["name", "town"]}


def run(sql, *values):
    with sqlite3.connect(DATABASE) as database:
        database.row_factory = sqlite3.Row
        return [dict(row) for row in database.execute(sql, values)]


class Handler(SimpleHTTPRequestHandler):
    def __init__(self, *args):
        super().__init__(*args, directory=os.environ["APP"] + "/node_modules/swagger-ui-dist")

    def answer(self, body, status=200, kind="application/json"):
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def handle_any(self):
        found = re.fullmatch(r"/api/(items|members)(?:/(\d+))?(?:\?shelf=(\w))?", self.path)
        if not found:
            return self.answer({"error": "no such path"}, 404)
        table, key, shelf = found.groups()
        length = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(length) or "{}")
        values = [body.get(column) for column in COLUMNS[table]]
        if self.command == "POST":
            run(f"insert into {table} ({', '.join(COLUMNS[table])}) values ({', '.join('?' * len(values))})", *values)
            return self.answer(run(f"select * from {table} order by id desc limit 1")[0])
        if self.command == "PUT":
            run(f"update {table} set {', '.join(f'{column} = ?' for column in COLUMNS[table])} where id = ?", *values, key)
        if self.command == "DELETE":
            run(f"delete from {table} where id = ?", key)
            return self.answer({"removed": int(key)})
        rows = run(f"select * from {table} where (? is null or id = ?)", key, key)
        rows = [row for row in rows if shelf is None or row["shelf"] == shelf]
        return self.answer(rows if key is None else rows[0] if rows else {"error": "no such row"}, 200 if rows else 404)

    def do_GET(self):
        if self.path == "/":
            return self.answer(PAGE, kind="text/html")
        if self.path == "/openapi.json":
            return self.answer(OPENAPI)
        return self.handle_any() if self.path.startswith("/api/") else super().do_GET()

    do_POST = do_PUT = do_DELETE = handle_any


def fill():
    run("create table items (id integer primary key, title text, shelf text, copies integer)")
    run("create table members (id integer primary key, name text, town text)")
    items = [("Atlas of Birds", "A", 2), ("Bread at Home", "B", 1), ("Chess Openings", "A", 4), ("Deep Sea Diving", "C", 1), ("Early Trains", "B", 3)]
    for item in items:
        run("insert into items (title, shelf, copies) values (?, ?, ?)", *item)
    for member in [("Ivo Horvat", "Split"), ("Jana Novak", "Brno"), ("Kofi Mensah", "Accra")]:
        run("insert into members (name, town) values (?, ?)", *member)


if sys.argv[1] == "fill":
    fill()
else:
    ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
