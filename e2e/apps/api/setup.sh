# Swagger UI over a small API of a library, which server.py serves out of SQLite.
npm install --prefix "$APP" --no-audit --no-fund --silent --ignore-scripts swagger-ui-dist@5.30.2
rm -rf "$APP/state"
mkdir -p "$APP/state"
STATE="$APP/state" python3 server.py fill
