# FullCalendar's demo of its documentation: events that can be moved, added by a day and removed by a click.
npm install --prefix "$APP" --no-audit --no-fund --silent --ignore-scripts fullcalendar@6.1.19
rm -rf "$APP/site"
mkdir -p "$APP/site"
cp ./*.html "$APP/site"
ln -s "$APP/node_modules" "$APP/site/lib"
