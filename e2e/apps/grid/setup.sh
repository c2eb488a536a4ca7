# Data grids, as their documentation mounts them.
npm install --prefix "$APP" --no-audit --no-fund --silent --ignore-scripts \
    ag-grid-community@34.3.1 handsontable@16.1.1 tabulator-tables@6.3.1
rm -rf "$APP/site"
mkdir -p "$APP/site"
cp ./*.html ./*.js "$APP/site"
ln -s "$APP/node_modules" "$APP/site/lib"
