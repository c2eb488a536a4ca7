# Date pickers, lists to choose from, sliders and a list to sort, as their documentation mounts them.
npm install --prefix "$APP" --no-audit --no-fund --silent --ignore-scripts \
    jquery@3.7.1 jquery-ui-dist@1.13.3 flatpickr@4.6.13 tom-select@2.4.3 choices.js@11.1.0 select2@4.0.13 \
    nouislider@15.8.1 sortablejs@1.15.6
rm -rf "$APP/site"
mkdir -p "$APP/site"
cp ./*.html "$APP/site"
ln -s "$APP/node_modules" "$APP/site/lib"
