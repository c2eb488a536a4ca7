# Gradio around a function of ten lines.
[ -x "$APP/venv/bin/python" ] || python3 -m venv "$APP/venv"
"$APP/venv/bin/pip" install --quiet --disable-pip-version-check gradio==5.49.1
rm -rf "$APP/state"
mkdir -p "$APP/state"
printf 'The harbour was empty. Only two gulls were left.\n' > "$APP/state/harbour.txt"
echo '{}' > "$APP/state/calls.json"
