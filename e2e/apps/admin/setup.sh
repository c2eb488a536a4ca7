# Django's admin as it is; the shop's tables and rows stand in bookshop.py.
[ -x "$APP/venv/bin/python" ] || python3 -m venv "$APP/venv"
"$APP/venv/bin/pip" install --quiet --disable-pip-version-check Django==5.2.8
rm -rf "$APP/state"
mkdir -p "$APP/state"
STATE="$APP/state" "$APP/venv/bin/python" bookshop.py fill
