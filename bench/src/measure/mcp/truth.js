// What a person could work and read on this page, by the document alone: HTML's interactive elements and ARIA's widgets
// that are rendered, their names by the standard for names, and the words of what is shown.
(() => {
  const WIDGETS =
    'button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option treeitem combobox listbox ' +
    'textbox searchbox spinbutton slider';
  const roles = WIDGETS.split(' ').map((role) => `[role=${role}]`);
  const own = 'a[href],button,input:not([type=hidden]),select,textarea,summary,[contenteditable=""],[contenteditable=true]';
  const types = {
    button: 'button', submit: 'button', reset: 'button', image: 'button', checkbox: 'checkbox', radio: 'radio',
    range: 'slider', file: 'file',
  };
  const tags = { A: 'link', BUTTON: 'button', SUMMARY: 'button', TEXTAREA: 'textbox', SELECT: 'combobox' };
  const roleOf = (element) =>
    element.getAttribute('role') || tags[element.tagName] ||
    (element.tagName === 'INPUT' && types[element.type]) || 'textbox';
  const nothing = '[role=presentation],[role=none]';
  const shown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    !element.closest('[aria-hidden=true],[inert]');
  const inView = (box) =>
    box.width > 0 && box.height > 0 && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;

  const controls = [];
  for (const element of document.querySelectorAll([own, ...roles].join())) {
    const box = element.getBoundingClientRect();
    if (!shown(element) || element.matches(nothing) || box.width * box.height === 0) continue;
    controls.push({ role: roleOf(element), name: named(element, { computedStyleSupportsPseudoElements: true }), inView: inView(box) });
  }
  const all = [], near = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const within = text.parentElement;
    if (!text.data.trim() || within.closest('script,style,noscript,textarea,select,template') || !shown(within)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()];
    if (!boxes.some((box) => box.width * box.height > 0)) continue;
    all.push(text.data);
    if (boxes.some(inView)) near.push(text.data);
  }
  return JSON.stringify({ controls, text: all.join(' '), near: near.join(' ') });
})()
