# JupyterLab on a folder of a few files.
[ -x "$APP/venv/bin/python" ] || python3 -m venv "$APP/venv"
"$APP/venv/bin/pip" install --quiet --disable-pip-version-check jupyterlab==4.4.10 ipykernel==7.1.0
rm -rf "$APP/state"
mkdir -p "$APP/state"
cp -a work "$APP/state/work"
