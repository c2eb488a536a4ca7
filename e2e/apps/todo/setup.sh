# TodoMVC's own examples, as they are.
npm install --prefix "$APP" --no-audit --no-fund --silent --ignore-scripts todomvc@0.1.1
