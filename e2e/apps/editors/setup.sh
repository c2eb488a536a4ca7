# Rich text and code editors, bundled as anybody would.
npm install --prefix "$APP" --no-audit --no-fund --silent --ignore-scripts \
    quill@2.0.3 codemirror@6.0.2 @codemirror/lang-javascript@6.2.4 @tiptap/core@3.10.0 @tiptap/starter-kit@3.10.0 \
    @tiptap/pm@3.10.0 esbuild@0.25.12
rm -rf "$APP/site"
mkdir -p "$APP/site"
cp ./*.html "$APP/site"
cp ./*.js "$APP"
ln -s "$APP/node_modules" "$APP/site/lib"
for page in tiptap code; do
    "$APP/node_modules/.bin/esbuild" "$APP/$page.js" --bundle --minify --outfile="$APP/site/$page.js" --log-level=error
done
