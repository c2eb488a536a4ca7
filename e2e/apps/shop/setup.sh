# A shop made with Oscar, as its documentation sets one up; its goods stand in teashop.py.
[ -x "$APP/venv/bin/python" ] || python3 -m venv "$APP/venv"
"$APP/venv/bin/pip" install --quiet --disable-pip-version-check Django==5.2.8 django-oscar==4.0 sorl-thumbnail==12.11.0 \
    django-treebeard==4.7.1 django-haystack==3.3.0 django-tables2==2.7.0 setuptools==80.9.0
rm -rf "$APP/state"
mkdir -p "$APP/state/media"
STATE="$APP/state" "$APP/venv/bin/python" teashop.py fill
