# React components of three libraries, bundled as anybody would.
npm install --prefix "$APP" --no-audit --no-fund --silent --ignore-scripts \
    antd@5.28.0 react@18.3.1 react-dom@18.3.1 react-select@5.10.2 @mui/material@7.3.5 @emotion/react@11.14.0 \
    @emotion/styled@11.14.1 @radix-ui/react-select@2.2.6 @radix-ui/react-dialog@1.1.15 @radix-ui/react-dropdown-menu@2.1.16 \
    esbuild@0.25.12
rm -rf "$APP/site"
mkdir -p "$APP/site"
cp ./*.html "$APP/site"
cp ./*.jsx "$APP"
for page in antd mui radix; do
    "$APP/node_modules/.bin/esbuild" "$APP/$page.jsx" --bundle --minify --outfile="$APP/site/$page.js" --log-level=error \
        --define:process.env.NODE_ENV='"production"' --loader:.jsx=jsx --jsx=automatic
done
