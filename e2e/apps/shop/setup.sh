# A shop made with Oscar, as its documentation sets one up; its goods stand in teashop.py.
[ -x "$APP/venv/bin/python" ] || python3 -m venv "$APP/venv"
"$APP/venv/bin/pip" install --quiet --disable-pip-version-check Django==4.2.16 django-oscar==3.2.6 sorl-thumbnail==12.11.0 \
    Whoosh==2.7.4 setuptools==80.9.0
rm -rf "$APP/state"
mkdir -p "$APP/state/media"
STATE="$APP/state" "$APP/venv/bin/python" teashop.py fill
