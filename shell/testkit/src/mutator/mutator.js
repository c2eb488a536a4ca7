(({ change, seed, targets }, begin) => {
  const CONTROLS =
    'a[href],button,input:not([type=hidden]),select,textarea,summary,[contenteditable=true],[role=button],[role=link],' +
    '[role=checkbox],[role=radio],[role=tab],[role=menuitem],[role=option],[role=combobox]';
  const NAMES = ['Store', 'Proceed', 'Delete', 'Details', 'Town', 'Remark', 'Archive', 'Continue'];
  const was = new WeakMap();
  const counts = new Map();

  // Numbers that the seed gives.
  let state = (seed * 0x9e3779b9) >>> 0;
  const below = (most) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return most ? ((mixed ^ (mixed >>> 14)) >>> 0) % most : 0;
  };
  const some = (all) => all[below(all.length)];

  const said = (node) => (node?.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 60);
  const called = (element) =>
    element.labels?.[0] ? said(element.labels[0]) :
    /^(button|submit|reset)$/.test(element.type) && element.tagName === 'INPUT' ? element.value :
    element.getAttribute('aria-label') || element.placeholder || (/^(SELECT|TEXTAREA)$/.test(element.tagName) ? '' : said(element));

  // What a control is before anything is changed: its kind, its name, its row, and which of several of these.
  const stamp = (element) => {
    if (was.has(element)) return was.get(element);
    const row = element.closest('tr,li');
    const around = row && row !== element ? said(row) : '';
    const key = [element.tagName, element.type, element.getAttribute('name'), called(element), around].join('|');
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    was.set(element, `${key}#${count}`);
    return was.get(element);
  };
  const controls = () => [...document.querySelectorAll(CONTROLS)].filter((one) => one.checkVisibility());
  const stampAll = () => {
    for (const element of document.querySelectorAll('body *')) {
      if (element.matches(CONTROLS) || element.childElementCount === 0) stamp(element);
    }
  };

  // What is done, kept by the tab over all pages of the site.
  const KEPT = '__noted';
  const noted = () => JSON.parse(sessionStorage.getItem(KEPT) ?? '{"clicks":[],"values":{}}');
  const keep = (now) => sessionStorage.setItem(KEPT, JSON.stringify(now));
  globalThis.__noted = { take: () => { const told = JSON.stringify(noted()); sessionStorage.removeItem(KEPT); return told; } };
  const meant = (event) => {
    const path = event.composedPath().filter((one) => one instanceof Element);
    const control = path.find((one) => one.matches(CONTROLS));
    return control ?? path.find((one) => one.tagName === 'LABEL')?.control ?? path[0];
  };
  const note = (event) => {
    const element = meant(event);
    if (!element || (event.type === 'click' && !event.isTrusted)) return;
    const key = stamp(element), now = noted();
    if (event.type === 'click') {
      if (!now.clicks.includes(key)) now.clicks.push(key);
    } else {
      now.values[key] = /^(checkbox|radio)$/.test(element.type) ? String(element.checked) : element.value ?? said(element);
    }
    keep(now);
  };
  for (const type of ['click', 'input', 'change']) addEventListener(type, note, true);

  const rename = (element, name) => {
    if (element.hasAttribute('aria-label')) element.setAttribute('aria-label', name);
    if (element.placeholder) element.placeholder = name;
    if (element.tagName === 'INPUT' && /^(button|submit|reset)$/.test(element.type)) element.value = name;
    const holder = element.labels?.[0] ?? (/^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName) ? null : element);
    if (!holder) return;
    const texts = document.createTreeWalker(holder, NodeFilter.SHOW_TEXT, (text) =>
      text.data.trim() && !text.parentElement.closest('select,textarea') ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT);
    let first = true;
    while (texts.nextNode()) {
      texts.currentNode.data = first ? name : '';
      first = false;
    }
  };
  const block = (element) => element.closest('tr,li,p,fieldset') ?? element.closest('label') ?? element;
  const shuffle = (parent) => {
    const all = [...parent.children].filter((one) => !/^(SCRIPT|STYLE|LINK|THEAD|LEGEND|CAPTION)$/.test(one.tagName));
    for (let left = all.length - 1; left > 0; left--) {
      const other = below(left + 1);
      [all[left], all[other]] = [all[other], all[left]];
    }
    parent.append(...all);
  };

  const changes = {
    'rename': (needed, others) => others.length && rename(some(others), some(NAMES)),
    'rename target': (needed) => needed.length && rename(some(needed), some(NAMES)),
    'move': (needed) => {
      if (!needed.length) return;
      const moved = block(some(needed)), parent = moved.parentElement;
      const places = [...parent.children].filter((one) => one !== moved);
      parent.insertBefore(moved, places.length ? some([...places, null]) : null);
    },
    'restyle': (needed, others) => {
      const style = document.createElement('style');
      const size = 12 + below(8), gap = below(9);
      style.textContent = `* { font-family: ${some(['serif', 'monospace', 'cursive'])} !important; font-size: ${size}px !important; }
        body { padding-left: ${below(60)}px; background: ${some(['ivory', 'lavender', 'honeydew'])}; }
        .next-wrap { display: inline-block; margin: ${gap}px; padding: ${gap}px; }`;
      document.head.append(style);
      for (const element of [...needed, ...others]) {
        if (/^(TR|LI|SUMMARY)$/.test(element.tagName) || element.closest('.next-wrap')) continue;
        const wrap = document.createElement('span');
        wrap.className = 'next-wrap';
        element.replaceWith(wrap);
        wrap.append(element);
      }
    },
    'insert': (needed, others) => {
      const all = [...needed, ...others];
      for (let left = 1 + below(3); left > 0 && all.length; left--) {
        const model = below(2) ? some(all) : some(needed.length ? needed : all);
        const whole = block(model), twin = whole.cloneNode(true);
        for (const one of [twin, ...twin.querySelectorAll('*')]) {
          for (const known of ['id', 'name', 'for', 'data-llm-id']) one.removeAttribute(known);
          was.set(one, `added ${left}: ${one.tagName}`);
        }
        if (below(2)) {
          const control = twin.matches(CONTROLS) ? twin : twin.querySelector(CONTROLS);
          if (control) rename(control, `${called(control)} later`.trim());
        }
        const places = [...whole.parentElement.children];
        whole.parentElement.insertBefore(twin, some([...places, null]));
      }
    },
    'remove': (needed) => needed.length && some(needed).remove(),
    'reorder': (needed, others) => {
      const parents = new Set([...needed, ...others].map((one) => block(one).parentElement));
      [...parents].filter((one) => one && one !== document.body && one.childElementCount > 1).forEach(shuffle);
    },
  };

  const changed = () => {
    begin();
    stampAll();
    new MutationObserver(stampAll).observe(document.body, { childList: true, subtree: true });
    if (!change) return;
    const wanted = new Set(targets);
    const all = controls();
    const needed = all.filter((one) => wanted.has(was.get(one)));
    const touches = (one) => needed.some((other) => one.contains(other) || other.contains(one));
    changes[change](needed, all.filter((one) => !touches(one)));
  };
  // Pages begin when they are loaded, and this is theirs to do first.
  addEventListener('load', () => setTimeout(changed));
})
