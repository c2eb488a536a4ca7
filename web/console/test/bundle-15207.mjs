// test/console.test.ts
import assert from "node:assert/strict";
import { readFileSync as readFileSync2 } from "node:fs";
import { createRequire } from "node:module";
import { after, afterEach, before, beforeEach, test } from "node:test";
import {
  chromium
} from "playwright-core";

// ../node_modules/preact/dist/preact.mjs
var n;
var t;
var r;
var u;
var i;
var f;
var o;
var e;
var l;
var c;
var a;
var s;
var h = /* @__PURE__ */ Symbol.for("pv");
var p = {};
var y = [];
var v = /^m(i|n|o|s|text|space)$/;
var w = Array.isArray;
var d = y.slice;
var _ = Object.assign;
function g(n2) {
  n2 && n2.parentNode && n2.remove();
}
function m(r3, u3, i3, f2, o2) {
  var e3 = { type: r3, props: u3, key: i3, ref: f2, __k: null, __: null, __b: 0, __e: null, __c: null, constructor: h, __v: o2 || ++t, __i: -1, __u: 0 };
  return !o2 && n.vnode && n.vnode(e3), e3;
}
function $(n2) {
  return n2.children;
}
function x(n2, t3) {
  this.props = n2, this.context = t3, this.__g = 0;
}
function S(n2, t3) {
  if (null == t3) return n2.__ && S(n2.__, n2.__i + 1);
  for (var r3; t3 < n2.__k.length; t3++) if ((r3 = n2.__k[t3]) && r3.__e) return r3.__e;
  return "function" != typeof n2.type || n2.props.__P ? null : S(n2);
}
function C(t3) {
  var r3, u3 = t3.__v, i3 = u3.__e, f2 = [], o2 = [], e3 = t3.__P;
  e3 && ((r3 = _({ constructor: h }, u3)).__v = u3.__v + 1, n.vnode && n.vnode(r3), z(e3, r3, u3, t3.__n, e3.namespaceURI, 32 & u3.__u ? [i3] : null, f2, i3 || S(u3), 32 & u3.__u, o2), r3.__v = u3.__v, r3.__.__k[r3.__i] = r3, E(f2, r3, o2), u3.__ = u3.__e = null, r3.__e != i3 && j(r3));
}
function j(n2) {
  if ((n2 = n2.__) && n2.__c && !n2.props.__P) return n2.__e = null, n2.__k.some(function(t3) {
    return t3 && (n2.__e = t3.__e);
  }), j(n2);
}
function L(t3) {
  (8 & t3.__g || (t3.__g |= 8, u.push(t3), f++)) && i == n.debounceRendering || ((i = n.debounceRendering) || queueMicrotask)(H);
}
function H() {
  try {
    for (var n2, t3 = 1; u.length; ) u.length > t3 && u.sort(o), n2 = u.shift(), t3 = u.length, 8 & n2.__g && C(n2);
  } finally {
    (f = u.length) && (i || queueMicrotask)(H);
  }
}
function I(n2, t3, r3, u3, i3, f2, o2, e3, l3, c3, a3) {
  var s3, h3, v3, w2, d3, _2, g3 = u3.__k || y, k2 = t3.length;
  for (l3 = q(r3, t3, g3, l3, k2), s3 = 0; s3 < k2; s3++) null != (v3 = r3.__k[s3]) && (h3 = ~v3.__i && g3[v3.__i] || p, v3.__i = s3, _2 = z(n2, v3, h3, i3, f2, o2, e3, l3, c3, a3), w2 = v3.__e, (h3.ref != v3.ref || 8 & h3.__u) && (h3.ref && G(h3.ref, null, v3, h3), v3.ref && a3.push(v3.ref, v3.__c || w2, v3)), d3 = d3 || w2, 4 & v3.__u ? (l3 = A(v3, l3, n2, !h3.__v), h3.__e && (h3.__e = null)) : "function" == typeof v3.type && void 0 !== _2 ? l3 = _2 : w2 && (l3 = w2.nextSibling), v3.__u &= -21);
  return r3.__e = d3, l3;
}
function q(n2, t3, r3, u3, i3) {
  var f2, o2, e3, l3, c3, a3, s3, p3, y2, v3 = r3.length, d3 = v3, _2 = 0, g3 = 0, k2 = n2.__k = Array(i3);
  for (f2 = 0; f2 < i3; f2++) null != (o2 = t3[f2]) && "boolean" != typeof o2 && "function" != typeof o2 ? ("object" != typeof o2 || o2.constructor === String ? o2 = k2[f2] = m(null, o2) : w(o2) ? o2 = k2[f2] = m($, { children: o2 }) : o2.constructor === h && o2.__b ? o2 = k2[f2] = m(o2.type, o2.props, o2.key, o2.ref, o2.__v) : k2[f2] = o2, l3 = f2 + _2, o2.__ = n2, o2.__b = n2.__b + 1, e3 = null, ~(c3 = o2.__i = P(o2, r3, l3, d3)) && (d3--, (e3 = r3[c3]) && (e3.__u |= 2)), e3 && e3.__v ? (o2.__u |= 16, c3 == l3 - 1 ? _2-- : c3 == l3 + 1 ? _2++ : c3 != l3 && (c3 > l3 ? _2-- : _2++, g3 = 1)) : (~c3 || (i3 > v3 ? _2-- : i3 < v3 && _2++), "function" != typeof o2.type && (o2.__u |= 4))) : k2[f2] = null;
  if (g3) {
    for (a3 = [], s3 = [], f2 = 0; f2 < i3; f2++) if ((o2 = k2[f2]) && 16 & o2.__u) {
      for (_2 = 0, p3 = a3.length; _2 < p3; ) a3[y2 = _2 + p3 >> 1] < o2.__i ? _2 = y2 + 1 : p3 = y2;
      a3[_2] = o2.__i, s3[f2] = _2 + 1;
    }
    for (_2 = a3.length; f2--; ) s3[f2] && (s3[f2] == _2 ? _2-- : k2[f2].__u |= 4);
  }
  if (d3) for (f2 = 0; f2 < v3; f2++) !(e3 = r3[f2]) || 2 & e3.__u || (e3.__e == u3 && (u3 = S(e3)), J(e3, e3));
  return u3;
}
function A(n2, t3, r3, u3) {
  var i3, f2, o2, e3;
  if ("function" == typeof n2.type) {
    if (n2.props.__P) return t3;
    if (i3 = n2.__k) for (f2 = 0; f2 < i3.length; f2++) i3[f2] && (i3[f2].__ = n2, t3 = A(i3[f2], t3, r3, false));
    return t3;
  }
  for (t3 && !t3.parentNode && (t3 = S(n2)) && !t3.parentNode && (t3 = null), o2 = n2.__e, e3 = t3; e3 && 8 == e3.nodeType; ) e3 = e3.nextSibling;
  for (o2 != e3 && (!u3 && r3.moveBefore && o2.parentNode ? r3.moveBefore(o2, t3) : r3.insertBefore(o2, t3 || null)), t3 = o2; (t3 = t3 && t3.nextSibling) && 8 == t3.nodeType && !t3.data.startsWith("$s"); ) ;
  return t3;
}
function P(n2, t3, r3, u3) {
  var i3, f2 = n2.key, o2 = n2.type, e3 = t3[r3], l3 = e3 && !(2 & e3.__u);
  if (null === e3 && null == f2 || l3 && f2 == e3.key && o2 == e3.type) return r3;
  if (u3 > (l3 ? 1 : 0)) {
    for (i3 = r3 - 1; i3 >= 0; i3--) if ((e3 = t3[i3]) && !(2 & e3.__u) && f2 == e3.key && o2 == e3.type) return i3;
    for (i3 = r3 + 1; i3 < t3.length; i3++) if ((e3 = t3[i3]) && !(2 & e3.__u) && f2 == e3.key && o2 == e3.type) return i3;
  }
  return -1;
}
function T(n2, t3, r3) {
  null == r3 && (r3 = ""), "-" == t3[0] ? n2.setProperty(t3, r3) : n2[t3] = r3;
}
function N(n2, t3, r3, u3, i3) {
  var f2, o2;
  if ("style" == t3) if ("string" == typeof r3) n2.style.cssText = r3;
  else {
    if ("string" == typeof u3 && (n2.style.cssText = u3 = ""), u3) for (t3 in u3) r3 && t3 in r3 || T(n2.style, t3);
    if (r3) for (t3 in r3) u3 && r3[t3] == u3[t3] || T(n2.style, t3, r3[t3]);
  }
  else if ("o" == t3[0] && "n" == t3[1]) "function" != typeof r3 && (r3 = null), "function" != typeof u3 && (u3 = null), (n2.__e || (n2.__e = {}))[t3] = r3, r3 && u3 || (o2 = a[t3] || (a[t3] = V(t3)), (n2.__a || (n2.__a = {}))[t3] = c, f2 = t3 != (t3 = t3.replace(l, "$1")), (t3 = t3.slice(2))[0] < "a" && (t3 = t3.toLowerCase()), r3 ? n2.addEventListener(t3, o2, f2) : n2.removeEventListener(t3, o2, f2));
  else {
    if ("http://www.w3.org/2000/svg" == i3) t3 = t3.replace(/xlink(H|:h)/, "h").replace(/sName$/, "s");
    else if ("width" != t3 && "height" != t3 && "href" != t3 && "list" != t3 && "form" != t3 && "tabIndex" != t3 && "download" != t3 && "rowSpan" != t3 && "colSpan" != t3 && "role" != t3 && "popover" != t3 && t3 in n2) try {
      return void (n2[t3] = null == r3 ? "" : r3);
    } catch (n3) {
    }
    if ("function" == typeof r3) return;
    null == r3 || false === r3 && "-" != t3[4] ? n2.removeAttribute(t3) : n2.setAttribute(t3, "popover" == t3 && 1 == r3 ? "" : r3);
  }
}
function V(t3) {
  return function(r3) {
    var u3 = this.__e;
    if (u3) {
      if (u3 = u3[t3], null == r3[e]) r3[e] = c++;
      else if (r3[e] < this.__a[t3]) return;
      return u3(n.event ? n.event(r3) : r3);
    }
  };
}
function z(t3, r3, u3, i3, f2, o2, e3, l3, c3, a3) {
  var s3, p3, v3, d3, k2, b, m3, M, C3, j2, L2, H2, q2, A3, O, P2, T2, N2, V2 = r3.type;
  if (r3.constructor !== h) return null;
  128 & u3.__u && (c3 = 32 & u3.__u, s3 = u3.__c.__z) && (r3.__u |= c3, p3 = o2 = [], 8 == s3.nodeType ? l3 = B(s3, o2) : o2.push(s3), l3 = o2[0] || l3), (s3 = n.__b) && s3(r3);
  n: if ("function" == typeof V2) {
    v3 = e3.length;
    try {
      if (M = r3.props, C3 = (s3 = V2.prototype) && s3.render, j2 = (s3 = V2.contextType) && i3[s3.__c], L2 = s3 ? j2 ? j2.props.value : s3.__ : i3, (d3 = u3.__c) ? (r3.__c = d3, 2 & d3.__g && (d3.__g |= 1)) : (C3 ? r3.__c = d3 = new V2(M, L2) : (r3.__c = d3 = new x(M, L2), d3.constructor = V2, d3.render = K), j2 && j2.sub(d3), d3.state || (d3.state = {}), d3.__n = i3, d3.__g |= 8, d3.__h = [], d3.__k = []), C3 && (d3.__s || (d3.__s = d3.state), V2.getDerivedStateFromProps && (d3.__s == d3.state && (d3.__s = _({}, d3.__s)), _(d3.__s, V2.getDerivedStateFromProps(M, d3.__s)))), k2 = d3.props, b = d3.state, d3.__v = r3, u3.__c) {
        if (M !== k2 && C3 && !V2.getDerivedStateFromProps && d3.componentWillReceiveProps && d3.componentWillReceiveProps(M, L2), r3.__v == u3.__v && !(8 & d3.__g) || !(4 & d3.__g) && d3.shouldComponentUpdate && false === d3.shouldComponentUpdate(M, d3.__s, L2)) {
          r3.__v != u3.__v && (d3.props = M, d3.state = d3.__s, d3.__g &= -9), r3.__e = u3.__e, r3.__k = u3.__k, r3.__k.some(function(n2) {
            n2 && (n2.__ = r3);
          }), y.push.apply(d3.__h, d3.__k), d3.__k = [], d3.__h.length && e3.push(d3), l3 = S(u3);
          break n;
        }
        d3.componentWillUpdate && d3.componentWillUpdate(M, d3.__s, L2), C3 && d3.componentDidUpdate && d3.__h.push(function() {
          d3.componentDidUpdate(k2, b, m3);
        });
      } else C3 && !V2.getDerivedStateFromProps && d3.componentWillMount && d3.componentWillMount(), C3 && d3.componentDidMount && d3.__h.push(d3.componentDidMount);
      d3.context = L2, d3.props = M, d3.__P = t3, d3.__g &= -5, H2 = n.__r, q2 = C3 ? 25 : 0;
      do {
        d3.__g &= -9, H2 && H2(r3), s3 = d3.render(d3.props, d3.state = d3.__s, d3.context);
      } while (8 & d3.__g && ++q2 < 25);
      C3 && (y.push.apply(d3.__h, d3.__k), d3.__k = []), d3.state = d3.__s, d3.getChildContext && (i3 = _({}, i3, d3.getChildContext())), C3 && u3.__c && d3.getSnapshotBeforeUpdate && (m3 = d3.getSnapshotBeforeUpdate(k2, b)), A3 = s3 && s3.type === $ && null == s3.key ? s3.props.children : s3, M.__P && (s3 = l3, f2 = (t3 = M.__P).namespaceURI, c3 = o2 = null, u3.props && u3.props.__P != t3 && (u3.__k.some(function(n2) {
        n2 && J(n2, n2);
      }), u3.__k = null), l3 = u3.__k ? S(u3, 0) : null), l3 = I(t3, w(A3) ? A3 : [A3], r3, u3, i3, f2, o2, e3, l3, c3, a3), M.__P && (r3.__e = null, l3 = s3), r3.__u &= -161, p3 && p3.some(g), d3.__h.length && e3.push(d3), 1 & d3.__g && (d3.__g &= -4);
    } catch (t4) {
      if (e3.length = v3, r3.__v = null, c3 || o2) if (t4 && t4.then) {
        if (r3.__u |= 128 | c3, o2) {
          for (~(T2 = o2.indexOf(l3 || void 0)) || (T2 = o2.length); (N2 = o2[T2 - 1]) && 8 == N2.nodeType; ) T2--;
          for (; T2 < o2.length; T2++) if (N2 = o2[T2]) if (o2[T2] = null, O) {
            if (N2 == P2) break;
          } else {
            if (8 != N2.nodeType) break;
            N2.data.startsWith("$s") && (P2 = B(O = N2));
          }
        }
        if (!O) {
          for (; l3 && 8 == l3.nodeType && l3.nextSibling; ) l3 = l3.nextSibling;
          O = l3;
        }
        (s3 = B(O = r3.__c.__z || (r3.__c.__z = O))) ? (r3.__e = O, l3 = s3) : r3.__e = l3, l3 = l3 && l3.nextSibling;
      } else o2 && o2.some(g);
      else r3.__e = u3.__e;
      r3.__k || (r3.__k = u3.__k || []), t4 && t4.then || D(r3), n.__e(t4, r3, u3);
    }
  } else l3 = r3.__e = F(u3.__e, r3, u3, i3, f2, o2, e3, c3, a3, t3);
  return (s3 = n.diffed) && s3(r3), l3;
}
function B(n2, t3) {
  if (n2 && 8 == n2.nodeType && n2.data.startsWith("$s")) for (var r3 = 1; n2 = n2.nextSibling; ) {
    if (8 == n2.nodeType) {
      if (n2.data.startsWith("$s")) r3++;
      else if (n2.data.startsWith("/$s") && !--r3) return n2;
    }
    t3 && t3.push(n2);
  }
}
function D(n2) {
  n2 && (n2.__c && (n2.__c.__g |= 4), n2.__k && n2.__k.some(D));
}
function E(t3, r3, u3) {
  for (var i3 = 0; i3 < u3.length; ) G(u3[i3++], u3[i3++], u3[i3++]);
  n.__c && n.__c(r3, t3), t3.some(function(r4) {
    try {
      t3 = r4.__h, r4.__h = [], t3.some(function(n2) {
        n2.call(r4);
      });
    } catch (t4) {
      n.__e(t4, r4.__v);
    }
  });
}
function F(t3, r3, u3, i3, f2, o2, e3, l3, c3, a3) {
  var s3, h3, y2, _2, k2, b, m3, M, $2 = u3.props || p, x2 = r3.props, C3 = r3.type;
  if ("svg" == C3 ? f2 = "http://www.w3.org/2000/svg" : "math" == C3 ? f2 = "http://www.w3.org/1998/Math/MathML" : f2 || (f2 = "http://www.w3.org/1999/xhtml"), o2) {
    for (s3 = 0; s3 < o2.length; s3++) if ((k2 = o2[s3]) && (C3 ? k2.localName == C3 : 3 == k2.nodeType)) {
      t3 = k2, o2[s3] = null;
      break;
    }
  }
  if (!t3) {
    if (M = a3.ownerDocument || document, !C3) return M.createTextNode(x2);
    t3 = M.createElementNS(f2, C3, x2.is ? x2 : a3), l3 && (n.__m && n.__m(r3, o2), l3 = false), o2 = null;
  }
  if (C3) {
    if (a3 = "template" == C3 && t3.content || t3, o2 = "textarea" == C3 && null != x2.defaultValue ? null : o2 && d.call(a3.childNodes), !l3 && o2) for ($2 = {}, s3 = 0; s3 < t3.attributes.length; s3++) $2[(k2 = t3.attributes[s3]).name] = k2.value;
    for (s3 in $2) k2 = $2[s3], "dangerouslySetInnerHTML" == s3 ? y2 = k2 : "children" == s3 || s3 in x2 || "value" == s3 && "defaultValue" in x2 || "checked" == s3 && "defaultChecked" in x2 || N(t3, s3, null, k2, f2);
    for (s3 in x2) k2 = x2[s3], "children" == s3 ? _2 = k2 : "dangerouslySetInnerHTML" == s3 ? h3 = k2 : "value" == s3 ? b = k2 : "checked" == s3 ? m3 = k2 : l3 && "function" != typeof k2 || $2[s3] === k2 || N(t3, s3, k2, $2[s3], f2);
    h3 ? (l3 || y2 && (h3.__html == y2.__html || h3.__html == t3.innerHTML) || (t3.innerHTML = h3.__html), r3.__k = []) : (y2 && (t3.textContent = ""), ("foreignObject" == C3 || "http://www.w3.org/1998/Math/MathML" == f2 && v.test(C3)) && (f2 = "http://www.w3.org/1999/xhtml"), I(a3, w(_2) ? _2 : [_2], r3, u3, i3, f2, o2, e3, o2 ? o2[0] : u3.__k && S(u3, 0), l3, c3), o2 && o2.some(g)), l3 && "textarea" != C3 || (s3 = "value", "progress" == C3 && null == b ? t3.removeAttribute(s3) : null == b || b === t3[s3] && ("progress" != C3 || b) || N(t3, s3, b, $2[s3], f2), s3 = "checked", null != m3 && m3 != t3[s3] && N(t3, s3, m3, $2[s3], f2));
  } else $2 === x2 || l3 && t3.data == x2 || (t3.data = x2);
  return t3;
}
function G(t3, r3, u3, i3) {
  try {
    "function" == typeof t3 ? r3 ? r3.__x = t3(r3) || 1 : i3 && (i3 = i3.__c || i3.__e) && (r3 = i3.__x) && (i3.__x = null, "function" == typeof r3 ? r3() : t3(null)) : t3.current = r3;
  } catch (t4) {
    n.__e(t4, u3);
  }
}
function J(t3, r3, u3) {
  var i3, f2, o2, e3;
  if (n.unmount && n.unmount(t3), !(i3 = t3.ref) || i3.current && i3.current != t3.__e || G(i3, null, r3, t3), i3 = t3.__c) {
    if (i3.componentWillUnmount) try {
      i3.componentWillUnmount();
    } catch (t4) {
      n.__e(t4, r3);
    }
    i3.__P = i3.__n = null;
  }
  if (i3 = t3.__k) for (e3 = 0; e3 < i3.length; e3++) i3[e3] && J(i3[e3], r3, "function" != typeof t3.type || u3 && !t3.props.__P);
  !u3 && (i3 = t3.__c) && (i3 = i3.__z) && (f2 = B(i3, o2 = [])) && (i3 == t3.__e && o2.some(g), g(f2), g(i3)), u3 || g(t3.__e), t3.__e = t3.__c = t3.__ = null;
}
function K(n2, t3, r3) {
  return this.constructor(n2, r3);
}
n = { __e: function(n2, t3, r3, u3) {
  for (var i3, o2, e3; t3 = t3.__; ) if ((i3 = t3.__c) && !(1 & i3.__g)) {
    i3.__g |= 4;
    try {
      if ((e3 = (o2 = i3.constructor) && o2.getDerivedStateFromError) && i3.setState(o2.getDerivedStateFromError(n2)), i3.componentDidCatch && (i3.componentDidCatch(n2, u3 || {}), e3 = 1), e3 && 8 & i3.__g) return void (i3.__g |= 2);
    } catch (t4) {
      n2 = t4;
    }
  }
  throw f = 0, n2;
} }, t = 0, r = function(n2) {
  return null != n2 && n2.constructor === h;
}, x.prototype.setState = function(n2, t3) {
  var r3 = this.__s;
  r3 && r3 != this.state || (r3 = this.__s = _({}, this.state)), "function" == typeof n2 && (n2 = n2(_({}, r3), this.props)), n2 && (_(r3, n2), this.__v && (t3 && this.__k.push(t3), L(this)));
}, x.prototype.forceUpdate = function(n2) {
  this.__v && (this.__g |= 4, n2 && this.__h.push(n2), L(this));
}, x.prototype.render = $, u = [], f = 0, o = function(n2, t3) {
  return n2.__v.__b - t3.__v.__b;
}, e = /* @__PURE__ */ Symbol(), l = /(PointerCapture)$|Capture$/i, c = 0, a = {}, s = 0;

// ../node_modules/preact/hooks/dist/hooks.mjs
var t2;
var r2;
var u2;
var i2;
var c2 = [];
var e2 = [];
var a2 = n;
var v2 = a2.__b;
var l2 = a2.__r;
var m2 = a2.diffed;
var h2 = a2.__c;
var s2 = a2.unmount;
var p2 = a2.__;
function g2() {
  var n2;
  do {
    for (; n2 = e2.shift(); ) try {
      C2(n2);
    } catch (t4) {
      a2.__e(t4, { __: (n2 = n2.__P) && n2.__v });
    }
    for (; n2 = c2.shift(); ) {
      var t3 = n2.__H;
      if (n2.__P && t3) try {
        t3.__h.some(C2), t3.__h.some(D2), t3.__h = [];
      } catch (r3) {
        t3.__h = [], a2.__e(r3, n2.__v);
      }
    }
  } while (e2.length);
}
a2.__b = function(n2) {
  r2 = null, v2 && v2(n2);
}, a2.__ = function(n2, t3) {
  n2 && t3.__k && t3.__k.__m && (n2.__m = t3.__k.__m), p2 && p2(n2, t3);
}, a2.__r = function(n2) {
  l2 && l2(n2), t2 = 0;
  var i3 = (r2 = n2.__c).__H;
  i3 && (u2 == r2 ? r2.__h = [] : (i3.__h.some(C2), i3.__h.some(D2), t2 = 0), i3.__h = [], i3.__.some(function(n3) {
    n3.__N && (n3.__ = n3.__N), n3.u = n3.__N = void 0;
  })), u2 = r2;
}, a2.diffed = function(n2) {
  m2 && m2(n2);
  var t3 = n2.__c;
  t3 && t3.__H && (t3.__H.__h.length && B2(c2.push(t3)), t3.__H.__.some(function(n3) {
    n3.u && (n3.__H = n3.u);
  })), u2 = r2 = null;
}, a2.__c = function(n2, t3) {
  t3.some(function(n3) {
    try {
      n3.__h.some(C2), n3.__h = n3.__h.filter(function(n4) {
        return !n4.__ || D2(n4);
      });
    } catch (t4) {
      n3.__h = [function() {
        throw t4;
      }];
    }
  }), h2 && h2(n2, t3);
}, a2.unmount = function(n2) {
  s2 && s2(n2);
  var t3, r3, u3 = n2.__c;
  u3 && u3.__H && (u3.__H.__.some(function(u4) {
    try {
      if (u4.__P && u4.__c) {
        if (void 0 === r3) {
          for (r3 = n2.__; r3 && (!r3.__c || !r3.__c.__P); ) r3 = r3.__;
          r3 = r3 && r3.__c;
        }
        u4.__P = r3, B2(e2.push(u4));
      } else C2(u4);
    } catch (n3) {
      t3 = n3;
    }
  }), u3.__H = void 0, t3 && a2.__e(t3, u3.__v));
};
var k = "function" == typeof requestAnimationFrame;
function z2(n2) {
  var t3, r3 = function() {
    clearTimeout(u3), k && cancelAnimationFrame(t3), setTimeout(n2);
  }, u3 = setTimeout(r3, 35);
  k && (t3 = requestAnimationFrame(r3));
}
function B2(n2) {
  1 != n2 && i2 == a2.requestAnimationFrame || ((i2 = a2.requestAnimationFrame) || z2)(g2);
}
function C2(n2) {
  var t3 = r2, u3 = n2.__c;
  "function" == typeof u3 && (n2.__c = void 0, u3()), r2 = t3;
}
function D2(n2) {
  var t3 = r2;
  n2.__c = n2.__(), r2 = t3;
}

// src/place.ts
var SECTIONS = [
  "runs",
  "workflows",
  "questions",
  "collections",
  "made",
  "traces",
  "keys",
  "knowledge",
  "memory",
  "usage",
  "audit",
  "debug",
  "account"
];
function placeOf(hash) {
  const session = /^#\/([0-9a-f-]{36})$/i.exec(hash)?.[1];
  if (session) return { section: "tasks", id: session };
  const [, name, id] = /^#\/([a-z]+)(?:\/([\w.~%-]{1,300}))?$/.exec(hash) ?? [];
  const section = SECTIONS.find((one) => one === name);
  return section ? { section, id: id === void 0 ? null : decoded(id) } : { section: "tasks", id: null };
}
function hashOf({ section, id }) {
  if (section === "tasks") return id === null ? "#/" : `#/${id}`;
  return id === null ? `#/${section}` : `#/${section}/${encodeURIComponent(id)}`;
}
function decoded(id) {
  try {
    return decodeURIComponent(id);
  } catch {
    return null;
  }
}

// src/watch-keys.ts
var LEAVE = "F9";
var heldOf = (event2) => ({
  alt: event2.altKey,
  control: event2.ctrlKey,
  meta: event2.metaKey,
  shift: event2.shiftKey
});
function placeIn(box, at) {
  const share = (from, length) => length > 0 ? Math.min(1, Math.max(0, from / length)) : 0;
  return { x: share(at.clientX - box.left, box.width), y: share(at.clientY - box.top, box.height) };
}
var UNITS = [1, 16, 400];
var FURTHEST = 1e4;
function wheelInput(event2, box) {
  const pixels = (turn) => Math.min(FURTHEST, Math.max(-FURTHEST, turn * (UNITS[event2.deltaMode] ?? 1)));
  return { kind: "wheel", ...placeIn(box, event2), right: pixels(event2.deltaX), down: pixels(event2.deltaY) };
}
function keyInput(down, event2) {
  const { key } = event2;
  const pastes = (event2.ctrlKey || event2.metaKey) && key.toLowerCase() === "v";
  if (key === LEAVE || pastes || event2.isComposing || key === "Dead" || key === "Process" || key === "Unidentified") {
    return null;
  }
  const held = heldOf(event2);
  const third = [...key].length === 1 && event2.getModifierState("AltGraph");
  return { kind: "key", down, key, held: third ? { ...held, alt: false, control: false } : held };
}

// test/kept.ts
var time = (second) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();
var HREF = "https://harbour.example/price";
var CONVERSATIONS = [
  {
    id: "c0ffee00-0000-4000-8000-000000000001",
    title: "What did the pier cost? <img src=x onerror=alert(1)>",
    createdAt: time(0),
    updatedAt: time(9),
    messageCount: 2,
    origin: "https://harbour.example"
  },
  {
    id: "c0ffee00-0000-4000-8000-000000000002",
    title: "Compare both piers",
    createdAt: time(0),
    updatedAt: time(4),
    messageCount: 2
  }
];
var CITATIONS = [
  { doc_id: "d", quote: "12 million euros", check: { verified: true, url: HREF, title: "Its price" } },
  {
    doc_id: "d",
    quote: "made of chocolate",
    check: { verified: false, fault: "quote_not_found", url: HREF, title: "Its price" }
  }
];
var cell = (text, header = false) => ({
  type: "table_cell",
  header,
  children: [{ type: "text", text }]
});
var DOC = {
  type: "doc",
  children: [
    { type: "heading", level: 2, children: [{ type: "text", text: "In short" }] },
    {
      type: "paragraph",
      children: [
        { type: "text", text: "It cost 12 million euros. <b>Bold</b> " },
        { type: "link", href: "javascript:alert(1)", children: [{ type: "text", text: "no link" }] }
      ]
    },
    {
      type: "table",
      rows: [
        { type: "table_row", cells: [cell("What", true), cell("Pier", true)] },
        { type: "table_row", cells: [cell("Cost"), cell("12 million euros")] }
      ]
    }
  ]
};
var CONVERSATION = {
  conversation: CONVERSATIONS[0],
  messages: [
    {
      id: "r1",
      turn: 1,
      createdAt: time(1),
      senderRole: "user",
      packetType: "request",
      packet: { input: { user_message: { id: "q", text: "What did the pier cost?" } } }
    },
    {
      id: "s1",
      turn: 1,
      createdAt: time(3),
      senderRole: "assistant",
      packetType: "response",
      packet: {
        assistant: { title: "The pier", render: DOC, citations: CITATIONS },
        tool_calls: [
          {
            id: "c",
            name: "browser.type",
            policy: {
              decision: "deny",
              reason_code: "sensitive_field_blocked",
              text: "Type into the field \u201CPassword\u201D."
            }
          }
        ]
      }
    }
  ]
};
var ARTIFACT = {
  id: "art_1",
  collectionId: "col_1",
  type: "comparison",
  title: "Piers compared",
  tags: [],
  status: "completed",
  createdAt: time(5),
  updatedAt: time(6)
};
var ARTIFACTS = [
  ARTIFACT,
  { ...ARTIFACT, id: "art_2", type: "quiz", title: "Quiz", status: "failed", error: "The model could not be reached." }
];
var MADE = { artifact: ARTIFACT, doc: DOC, citations: CITATIONS };
var COLLECTION = {
  collection: { id: "col_1", title: "Piers", tags: [], createdAt: time(0), updatedAt: time(8), sourceCount: 2 },
  sources: [
    {
      id: "src_1",
      collectionId: "col_1",
      kind: "url",
      url: HREF,
      title: "Its price",
      status: "captured",
      characters: 1200,
      preview: "It cost 12 million euros."
    },
    {
      id: "src_2",
      collectionId: "col_1",
      kind: "url",
      url: "javascript:alert(1)",
      title: "",
      status: "failed",
      error: "It asks for a sign-in.",
      characters: 0,
      preview: ""
    }
  ]
};

// test/server.ts
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

// test/ran.ts
var time2 = (second) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();
function run(number, sessionId, more = {}) {
  return {
    id: `01900000-0000-7000-8000-00000000000${number}`,
    instruction: `Order number ${number}`,
    url: `https://shop${number}.example/`,
    status: "queued",
    priority: 0,
    attempt: 0,
    sessionId,
    answerable: false,
    createdAt: time2(number),
    ...more
  };
}
var FakeSchedules = class {
  all = [];
  say(what, body) {
    const [method, path = ""] = what.split(" ");
    const id = path.split("/")[3];
    if (method === "GET") return [200, { schedules: this.all }];
    if (method === "POST") {
      const { cron, zone, overlap, run: run2 } = JSON.parse(body);
      const made = {
        id: `01900000-0000-7000-8000-0000000001${this.all.length}0`,
        instruction: run2.instruction,
        url: run2.url,
        cron,
        zone,
        overlap,
        paused: false,
        next: [time2(20), time2(40)],
        createdAt: time2(0)
      };
      this.all.unshift(made);
      return [201, made];
    }
    if (method === "DELETE") {
      this.all = this.all.filter((one2) => one2.id !== id);
      return [204, null];
    }
    const one = this.all.find((one2) => one2.id === id);
    return one ? [200, Object.assign(one, JSON.parse(body))] : [404, { code: "SCHEDULE_NOT_FOUND", message: "No such schedule." }];
  }
};
var FakeWorkflows = class {
  all = [
    {
      id: "01900000-0000-7000-8000-0000000002a0",
      name: "Change a price <img src=x onerror=alert(1)>",
      version: 2,
      cause: "healed",
      start: "https://shop.example/prices",
      sites: ["https://shop.example"],
      parameters: [
        { name: "article", type: "text", about: "Article", example: "Green tea", choices: [] },
        { name: "price", type: "number", about: "New price", example: "3.5", choices: [] },
        { name: "delivery", type: "choice", about: "Delivery", example: "Courier", choices: ["Courier", "In store"] }
      ],
      steps: ["Enter \u2039article\u203A into Search", "Enter \u2039price\u203A into Price", "Press Save"],
      createdAt: time2(1),
      updatedAt: time2(20),
      versions: [
        { version: 2, cause: "healed", what: ['Step 2: "Price" is "New price" now.'], at: time2(20) },
        { version: 1, cause: "saved", what: ["Learned of a task that was seen to be done."], at: time2(1) }
      ],
      text: 'name = "Change a price"\nversion = 2\n'
    }
  ];
  say(what, body) {
    const [method, path = ""] = what.split(" ");
    const [, , , id, verb] = path.split("/");
    if (id === void 0) return [200, { workflows: this.all }];
    const one = this.all.find((each) => each.id === id);
    if (!one) return [404, { code: "WORKFLOW_NOT_FOUND", message: "No such workflow." }];
    if (method === "DELETE") {
      this.all = [];
      return [204, null];
    }
    if (verb === "export") return [200, one.text];
    if (method === "PUT") {
      const { text } = JSON.parse(body);
      if (text.includes("broken"))
        return [
          400,
          {
            code: "VALIDATION_ERROR",
            message: "That is not valid.",
            details: { field: "text", reason: "line 2: it begins nowhere" }
          }
        ];
      const version = one.version + 1;
      const versions = [
        { version, cause: "edited", what: ["Step 3 is gone."], at: time2(30) },
        ...one.versions
      ];
      return [200, Object.assign(one, { version, cause: "edited", text, versions })];
    }
    return [200, one];
  }
};
var FakeSecrets = class {
  all = [];
  heard = [];
  say(what, body) {
    const [method, path = ""] = what.split(" ");
    const name = path.split("/")[3] ?? "";
    if (method === "GET") return [200, { secrets: this.all }];
    this.all = this.all.filter((one) => one.name !== name);
    if (method === "DELETE") return [204, null];
    const { value, sites } = JSON.parse(body);
    this.heard.push(value);
    const kept = { name, sites, createdAt: time2(0), changedAt: time2(0) };
    this.all.push(kept);
    return [200, kept];
  }
};
var FakeProfiles = class {
  all = [
    { name: "shop", createdAt: time2(0), savedAt: time2(10) },
    { name: "bank", createdAt: time2(0) }
  ];
  say(what) {
    const [method, path = ""] = what.split(" ");
    if (method === "GET") return [200, { profiles: this.all }];
    this.all = this.all.filter((one) => one.name !== path.split("/")[3]);
    return [204, null];
  }
};
var FakeRuns = class {
  constructor(session) {
    this.session = session;
    this.all = [
      run(3, session, {
        status: "waiting",
        question: "Which of the two?",
        answerable: true,
        attempt: 1,
        worker: "worker-1",
        startedAt: time2(10)
      }),
      run(2, session),
      run(1, session, {
        status: "done_unverified",
        attempt: 2,
        worker: "worker-1",
        startedAt: time2(10),
        endedAt: time2(30),
        files: [
          { key: "uploads/1/order.csv", name: "order.csv", mimeType: "text/csv", size: 84, received: false },
          {
            key: "runs/1/2-0/bill.pdf",
            name: "bill <b>.pdf",
            mimeType: "application/pdf",
            size: 41250,
            received: true
          }
        ],
        outcome: {
          result: "The tea is in the basket.",
          steps: 4,
          costMicros: 1200,
          ledger: [
            { words: "add the tea", standing: "verified", evidence: "the basket shows it" },
            { words: "tell Bo", standing: "unverified", evidence: "nothing was seen of it" }
          ],
          taskId: "01900000-0000-7000-8000-0000000000aa",
          found: {
            fields: [
              { name: "name", type: "string", required: true },
              { name: "price", type: "number", required: true }
            ],
            records: [
              { name: "Green tea, loose", price: 14.5 },
              { name: "=1+1", price: null }
            ],
            cited: [{ name: [1], price: [1] }, { name: [1] }],
            missing: [{ record: 1, field: "price", why: "wrong_type", text: "1.299" }],
            sources: [{ quote: "Green tea, loose \u20AC 14.50", url: "https://tea.example/", title: "Tea", verified: true }],
            answers: [
              {
                question: "Is it in stock?",
                answer: "Twelve are left [1]",
                sources: [{ quote: "12 left", url: "https://tea.example/", title: "Tea", verified: false }]
              }
            ]
          }
        }
      })
    ];
  }
  session;
  all;
  say(what, body, asked) {
    const [method, path = ""] = what.split(" ");
    const [, , , id, verb] = path.split("/");
    if (method === "POST" && id === void 0) {
      const order = JSON.parse(body);
      const made = run(this.all.length + 1, this.session, {
        instruction: order.instruction || "By workflow",
        url: order.url || "https://shop.example/"
      });
      this.all.unshift(made);
      return [201, made];
    }
    const one = this.all.find((run2) => run2.id === id);
    if (id === void 0) {
      const status2 = asked.get("status");
      const words = asked.get("search")?.toLowerCase() ?? "";
      const runs2 = this.all.filter(
        (run2) => (status2 === null || run2.status === status2) && run2.instruction.toLowerCase().includes(words)
      );
      return [200, { runs: runs2, total: runs2.length }];
    }
    if (!one) return [404, { code: "RUN_NOT_FOUND", message: "No such run." }];
    const after2 = { cancel: "cancelled", retry: "queued", answer: "running" };
    const status = verb === void 0 ? void 0 : after2[verb];
    if (status) Object.assign(one, { status, question: void 0, answerable: false });
    return [200, one];
  }
};

// test/traced.ts
var TRACE = "00000000-0000-4000-8000-00000000000a";
var UNDER_WAY = "00000000-0000-4000-8000-00000000000b";
var HOSTILE = "<img src=x onerror=alert(1)>";
var step = (actionId, more = {}) => ({
  actionType: "basic",
  actionId,
  ...more
});
var DONE = {
  title: "Design Generation - loginPage",
  response: "Made a screen with 5 new components.",
  result: {
    cogo_ui_json: {
      version: "1.0",
      page: { name: "loginPage" },
      tree: [
        {
          id: "root",
          type: "container",
          children: [
            { id: "t", type: "text", props: { text: `Welcome ${HOSTILE}` } },
            { id: "e", type: "input_field", props: { hint: "E-mail" } },
            { id: "p", type: "input_field", props: { hint: "Password" } },
            { id: "c", type: "checkbox", props: { text: "Remember me" } },
            { id: "i", type: "image" },
            { id: "b", type: "button", props: { text: "Log in" } },
            { id: "h", type: `${HOSTILE}` }
          ]
        }
      ]
    },
    actionflow: {
      id: "loginProcessFlow",
      steps: [
        step("setProperty", { params: { target: "#isLoading", value: true } }),
        step("restApi", {
          params: { path: "/login" },
          onSuccess: [step("navigate", { params: { routePath: "HomePage" } })],
          onError: [step("showErrorPopup", { params: { message: `Wrong password ${HOSTILE}` } })]
        }),
        step("setProperty", { params: { target: "#isLoading", value: false } })
      ]
    },
    diff: { unified: " Given #email\n-When #onTap\n+When #onLoginClicked", added: 1, removed: 1 }
  }
};
var event = (name, seq, fields = {}) => `event: ${name}
data: ${JSON.stringify({ ...fields, seq, trace_id: TRACE })}

`;
var BEGINNING = [
  event("ready", 1),
  event("meta", 2, { task_type: "design_generate", intent: { text: `A login page ${HOSTILE}` } }),
  event("progress", 3, { stage: "components", note: "1 of 5 components" })
].join("");
var END = [
  "event: keepalive\ndata: {}\n\n",
  event("cli.plan", 4, {
    actions: [
      {
        id: "vars_1",
        command: "variables upsert",
        args: ["--project", "demo", "--from-stdin"],
        dry_run: true,
        apply_strategy: "merge"
      }
    ]
  }),
  event("done", 5, DONE)
].join("");
var entry = (trace_id, status, text) => ({
  trace_id,
  status,
  text,
  operation: "design_generate",
  project_id: "demo",
  events: 5,
  started_at: "2026-01-01T12:00:00Z",
  last_event_at: "2026-01-01T12:00:01Z"
});
var TRACES = {
  ok: true,
  count: 2,
  items: [entry(UNDER_WAY, "pending", "A shop"), entry(TRACE, "done", `A login page ${HOSTILE}`)]
};
var FILES_OF_TRACE = {
  ok: true,
  items: [
    {
      name: "a.json",
      bucket: "figma",
      key: "fig2cg/demo/uui.generate/a.json",
      url: "http://evil.example/a.json",
      mime: "application/json",
      size: 1234,
      trace_id: TRACE,
      updated_at: "2026-01-01T12:00:01Z"
    }
  ]
};

// test/server.ts
var SESSION = "59adf5f0-cddb-42dd-a20d-658ac57278fd";
var PASSWORD = "correct horse battery";
var FILES = {
  "index.html": "text/html",
  "console.js": "text/javascript",
  "style.css": "text/css"
};
var POLICY = "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
var PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64"
);
var QR = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#000" d="M4,4h1v1h-1z"/></svg>';
var time3 = (second) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();
var USAGE = {
  first: "2025-12-03",
  last: "2026-01-01",
  tasks: [
    { day: "2025-12-10", site: "shop.example", status: "completed", tasks: 4 },
    { day: "2025-12-10", site: "shop.example", status: "failed", tasks: 1 },
    { day: "2025-12-20", site: "mail.example", status: "completed", tasks: 7 },
    { day: "2026-01-01", site: "mail.example", status: "interrupted", tasks: 2 }
  ],
  checks: [
    { day: "2025-12-10", site: "shop.example", met: 12, refused: 3 },
    { day: "2026-01-01", site: "mail.example", met: 5, refused: 0 }
  ],
  models: [
    usage("2025-12-10", "shop.example", "large", 9),
    usage("2025-12-20", "mail.example", "small", 30),
    usage("2026-01-01", "mail.example", "small", 12)
  ]
};
function usage(day, site, model, calls) {
  return {
    day,
    site,
    model,
    calls,
    failed: 1,
    promptTokens: calls * 1500,
    completionTokens: calls * 200,
    costMicros: calls * 4e3,
    duration: calls * 2100
  };
}
var NOTES = [
  {
    timestamp: time3(40),
    logType: "model",
    taskId: "e49abedb-f50c-45d2-bf81-62662b6a0381",
    endpoint: "POST /api/agent/interact",
    status: 200,
    duration: 812,
    notes: ["act: small"]
  },
  {
    timestamp: time3(30),
    logType: "error",
    endpoint: "GET /api/session",
    status: 404,
    duration: 3,
    notes: [],
    errorCode: "NOT_FOUND"
  }
];
function task(number, more = {}) {
  return {
    taskId: `e49abedb-f50c-45d2-bf81-62662b6a038${number}`,
    query: `Task ${number}`,
    status: "completed",
    stepCount: 2,
    createdAt: time3(number),
    updatedAt: time3(number + 9),
    ...more
  };
}
var step2 = (index, more) => ({
  index,
  thought: `Thought ${index}`,
  action: "click(12)",
  actionDetails: { name: "click", elementId: 12 },
  target: "Send",
  url: "https://shop.example/basket",
  by: "engine",
  ...more
});
var STEPS = [
  step2(0, {
    verification: {
      success: false,
      confidence: 0.3,
      reason: "nothing changed",
      evidence: ["address: the same"],
      tier: 0
    },
    screenshotUrl: "/api/picture"
  }),
  step2(1, {
    by: "model",
    planStep: 0,
    correction: { failedStep: 0, strategy: "ALTERNATIVE_SELECTOR", reason: "the first button was covered" },
    usage: { calls: 2, promptTokens: 1200, completionTokens: 80, costMicros: 1500, duration: 900 },
    verification: {
      success: true,
      confidence: 0.95,
      reason: "the page changed",
      evidence: ["address: /thanks", "text: Thank you"],
      tier: 1
    }
  }),
  step2(2, { by: "rule", action: "wait(1)" })
];
var BOB = `${SESSION.slice(0, -1)}9`;
var row = (seq, kind, details, userId = SESSION) => ({
  seq,
  at: time3(seq),
  userId,
  email: userId === BOB ? "bob@example.org" : "ada@example.org",
  kind,
  details,
  previous: String(seq - 1).repeat(64),
  hash: String(seq).repeat(64)
});
var LOG = [
  row(4, "effect", {
    shown: "Press \u201CDelete account\u201D on https://shop.example?",
    basis: "approval",
    target: { role: "btn", name: "Delete account" }
  }),
  row(3, "approval_given", { shown: "Press \u201CDelete account\u201D on https://shop.example?" }),
  row(2, "sign_in_failed", { network: "203.0.113.0/24" }, BOB),
  row(1, "signed_in", { client: "curl/8.0", network: "203.0.113.0/24" })
];
function known(number, more) {
  return {
    id: `${SESSION.slice(0, -1)}${number}`,
    kind: "file",
    location: "",
    title: "",
    status: "ready",
    done: 1,
    total: 1,
    documents: 1,
    chunks: 40,
    createdAt: time3(0),
    updatedAt: time3(9),
    ...more
  };
}
var FakeServer = class {
  tasks = [
    task(2, { status: "needs_user_input", query: "Order the blue one <img src=x onerror=alert(1)>" }),
    task(1, {
      query: "Task 1 at https://shop.example/",
      result: "Done: https://shop.example/ and http://evil.example/login?d=SECRET"
    })
  ];
  sessions = [
    this.session(SESSION, "Shopping"),
    this.session("59adf5f0-cddb-42dd-a20d-658ac57278fe", "Old things", "archived")
  ];
  conversations = [...CONVERSATIONS];
  artifacts = [...ARTIFACTS];
  knowledge = [
    known(1, { title: "Handbook <img src=x onerror=alert(1)>", location: "handbook.pdf" }),
    known(2, {
      location: "https://down.acme.example/",
      status: "failed",
      error: "The page could not be read: no answer."
    })
  ];
  tokens = /* @__PURE__ */ new Set();
  secondFactor = false;
  storage = {
    bytes: 3e8,
    mostBytes: 1073741824,
    organisationBytes: 103e8,
    organisationMostBytes: 10737418240
  };
  signIns = [
    {
      id: `${SESSION.slice(0, -1)}1`,
      createdAt: time3(0),
      lastUsedAt: time3(50),
      expiresAt: time3(59),
      network: "203.0.113.0/24",
      client: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36",
      current: true
    },
    {
      id: `${SESSION.slice(0, -1)}2`,
      createdAt: time3(1),
      lastUsedAt: time3(40),
      expiresAt: time3(59),
      network: "",
      client: "curl/8.0",
      current: false
    },
    {
      id: `${SESSION.slice(0, -1)}3`,
      createdAt: time3(2),
      lastUsedAt: time3(3),
      expiresAt: time3(59),
      network: "",
      client: "Pilot for Firefox/",
      scope: "read browser",
      current: false
    }
  ];
  /** Whether requests are noted. */
  debug = true;
  runs = new FakeRuns(SESSION);
  schedules = new FakeSchedules();
  workflows = new FakeWorkflows();
  secrets = new FakeSecrets();
  profiles = new FakeProfiles();
  memory = {
    facts: [{ sessionId: SESSION, title: "Shopping", name: "order number", value: "A-17", at: time3(20) }],
    fixes: [
      {
        id: 7,
        site: "shop.example",
        goal: "pay",
        failed: 'click btn "Buy"',
        fix: 'click btn "Pay now"',
        tries: 3,
        wins: 2,
        usedAt: time3(30),
        own: true
      }
    ]
  };
  keys = [
    { id: SESSION, name: "Plugin <img src=x onerror=alert(1)>", created_at: time3(0), last_used_at: time3(20) }
  ];
  /** Goes on with the trace that is under way. */
  goOn = () => void 0;
  /** What is wrong with the audit log. */
  fault = null;
  asked = [];
  server = null;
  async start() {
    const server2 = createServer((request, response) => void this.answer(request, response));
    this.server = server2;
    await new Promise((done) => server2.listen(0, "127.0.0.1", done));
  }
  get url() {
    return `http://127.0.0.1:${this.server.address().port}/`;
  }
  close() {
    this.server?.closeAllConnections();
    this.server?.close();
  }
  session(sessionId, title, status = "active") {
    return {
      sessionId,
      title,
      status,
      url: "https://shop.example/",
      domain: "shop.example",
      isRenamed: false,
      createdAt: time3(0),
      updatedAt: time3(30),
      messageCount: 4,
      metadata: {}
    };
  }
  async answer(request, response) {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const name = path === "/" ? "index.html" : path.slice(1);
    if (name in FILES) {
      response.writeHead(200, { "content-type": FILES[name], "content-security-policy": POLICY }).end(readFileSync(join("/work/w/ops/web/console/", "dist", name)));
      return;
    }
    this.asked.push(`${request.method} ${path} ${body}`);
    const token = request.headers.authorization?.slice("Bearer ".length) ?? "";
    const kept = this.tokens.has(token) ? this.keeps(request.method ?? "GET", new URL(request.url ?? "/", "http://server"), body) : null;
    if (path === "/trace-status" && this.tokens.has(token)) this.tells(request, response);
    else if (kept)
      response.writeHead(kept.status, { "content-type": "application/json", ...kept.headers }).end(kept.body);
    else if (path === "/api/picture" && this.tokens.has(token))
      response.writeHead(200, { "content-type": "image/png" }).end(PICTURE);
    else {
      const asked = new URL(request.url ?? "/", "http://server").searchParams;
      const [status, data] = this.say(`${request.method} ${path}`, body, this.tokens.has(token), asked);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(status < 400 ? { data } : data));
    }
  }
  /** A trace as it happens: one goes on when the test says so. */
  tells(request, response) {
    response.writeHead(200, { "content-type": "text/event-stream" }).write(BEGINNING);
    const end = () => void response.end(END);
    if (request.url?.includes(UNDER_WAY)) this.goOn = end;
    else end();
  }
  say(what, body, isKnown, asked) {
    if (what === "POST /api/v1/auth/login") return this.login(body);
    if (!isKnown) return [401, { code: "UNAUTHORIZED", message: "Sign in first." }];
    if (what.includes("/api/v1/auth/")) return this.account(what, body);
    if (what === "GET /api/v1/usage") return [200, USAGE];
    if (what === "GET /api/v1/tasks") {
      const words = asked.get("search")?.toLowerCase() ?? "";
      const found = this.tasks.filter(({ query }) => query.toLowerCase().includes(words));
      return [200, { tasks: found.map((one) => ({ ...one, sessionId: SESSION, title: "Shopping" })) }];
    }
    if (what === "POST /api/v1/user/erase")
      return JSON.parse(body).password === PASSWORD ? [200, null] : [403, { code: "WRONG_PASSWORD", message: "That is not your password." }];
    if (what === "GET /api/v1/user/export") return [200, {}];
    if (what === "GET /api/debug/logs") return this.debug ? [200, { logs: NOTES }] : [404, { code: "NOT_FOUND" }];
    if (what.includes("/api/v1/memory")) return this.remembers(what, body);
    if (what.includes(" /api/profiles")) return this.profiles.say(what);
    if (what.includes(" /api/secrets")) return this.secrets.say(what, body);
    if (what.includes(" /api/schedules")) return this.schedules.say(what, body);
    if (what.includes(" /api/workflows")) return this.workflows.say(what, body);
    if (what.includes(" /api/runs")) return this.runs.say(what, body, asked);
    if (what === "GET /api/v1/audit") return [200, this.log(asked)];
    if (what.includes("/api/knowledge/")) return this.known(what, body);
    const at = `/api/session/${SESSION}`;
    if (what === "GET /api/session")
      return [
        200,
        { sessions: this.sessions, pagination: { total: this.sessions.length, limit: 100, offset: 0, hasMore: false } }
      ];
    if (what === `GET ${at}/messages`)
      return [200, { sessionId: SESSION, messages: [], total: 0, sessionExists: true }];
    if (what === `GET ${at}/tasks`) return [200, { tasks: this.tasks }];
    if (what === `PATCH ${at}`) {
      this.sessions[0].title = JSON.parse(body).title;
      return [200, this.sessions[0].title];
    }
    const named = this.tasks.find((one) => what.includes(one.taskId));
    if (named && what.endsWith("/stop")) return [200, Object.assign(named, { status: "interrupted" })];
    if (named) return [200, this.timeline(named)];
    return [503, { code: "REALTIME_OFF", message: "There is no live stream." }];
  }
  remembers(what, body) {
    const [method, path = ""] = what.split(" ");
    const value = body ? JSON.parse(body).value : "";
    const { facts, fixes } = this.memory;
    if (path.includes("/facts/")) {
      const name = decodeURIComponent(path.split("/").at(-1) ?? "");
      const kept = method === "DELETE" ? facts.filter((fact) => fact.name !== name) : facts;
      this.memory = { fixes, facts: kept.map((fact) => fact.name === name ? { ...fact, value } : fact) };
    } else if (path.includes("/fixes/")) {
      const kept = method === "DELETE" ? [] : fixes.map((fix) => ({ ...fix, fix: value }));
      this.memory = { facts, fixes: kept };
    }
    return [200, this.memory];
  }
  /** The packet surface: what it answers is not wrapped. */
  keeps(method, { pathname, searchParams }, sent) {
    const [, , what, id, part] = pathname.split("/");
    const ok = (data) => ({ status: 200, body: JSON.stringify(data) });
    if (pathname === "/trace-list") return ok(TRACES);
    if (pathname.startsWith("/publishable-keys")) return this.published(method, pathname, sent);
    if (pathname === "/artifacts-list") return ok(FILES_OF_TRACE);
    if (pathname.startsWith("/storage/v1/object/figma/")) return ok({ kept: true });
    if (what === "conversations" && method === "DELETE") {
      this.conversations = this.conversations.filter((one) => one.id !== id);
      return { status: 204, body: "" };
    }
    if (what === "conversations" && searchParams.get("format") === "export")
      return { ...ok(CONVERSATION), headers: { "content-disposition": 'attachment; filename="pier.json"' } };
    if (what === "conversations" && id)
      return id === CONVERSATION.conversation.id ? ok(CONVERSATION) : { status: 404, body: JSON.stringify({ error: { code: "NOT_FOUND", message: "No such conversation." } }) };
    if (what === "conversations") {
      const words = searchParams.get("search")?.toLowerCase() ?? "";
      const conversations = this.conversations.filter(({ title }) => title.toLowerCase().includes(words));
      return ok({ conversations, total: conversations.length });
    }
    if (what === "transforms")
      return ok({ types: [{ name: "comparison", title: "Comparison", description: "A table." }] });
    if (what === "collections") return ok(id ? COLLECTION : { collections: [COLLECTION.collection] });
    if (what === "artifacts" && part === "content")
      return {
        status: 200,
        headers: { "content-disposition": `attachment; filename="piers.${searchParams.get("format") ?? ""}"` },
        body: "# Piers"
      };
    if (what === "artifacts") return ok(id ? MADE : { artifacts: this.artifacts });
    return null;
  }
  /** Keys: one of a name that is taken is refused, so that a test sees a refusal. */
  published(method, path, sent) {
    if (method === "DELETE") {
      this.keys = this.keys.filter(({ id: id2 }) => !path.endsWith(id2));
      return { status: 204, body: "" };
    }
    if (method === "GET") return { status: 200, body: JSON.stringify({ ok: true, keys: this.keys }) };
    const { name } = JSON.parse(sent);
    if (this.keys.some((key) => key.name === name))
      return { status: 409, body: JSON.stringify({ code: "limit_reached", message: "There are already 100 keys." }) };
    const id = `${SESSION.slice(0, -1)}${this.keys.length}`;
    this.keys.unshift({ id, name, created_at: time3(30), last_used_at: time3(30) });
    return { status: 200, body: JSON.stringify({ ok: true, id, key: `sb_publishable_${name}` }) };
  }
  /** One's own account: a second factor that any code of sixes confirms. */
  /** Rows of the audit log, two a page. */
  log(asked) {
    const before2 = Number(asked.get("before") ?? Infinity);
    const wanted = (row2) => row2.seq < before2 && (asked.get("kind") ?? row2.kind) === row2.kind && (asked.get("user") ?? row2.userId) === row2.userId;
    const rows = LOG.filter(wanted);
    return {
      rows: rows.slice(0, 2),
      ...rows.length > 2 ? { next: rows[1].seq } : {},
      kinds: ["signed_in", "sign_in_failed", "approval_given", "effect"],
      people: [
        { id: SESSION, email: "ada@example.org" },
        { id: BOB, email: "bob@example.org" }
      ],
      standing: {
        whole: this.fault === null,
        ...this.fault ? { fault: this.fault } : { signedAt: time3(50) },
        rows: 4,
        signedUpTo: this.fault ? 0 : 3,
        checkedAt: time3(55)
      }
    };
  }
  account(what, body) {
    const given = body === "" ? {} : JSON.parse(body);
    const wrong = [403, { code: "WRONG_PASSWORD", message: "The password is wrong." }];
    switch (what.replace("/api/v1/auth/", "")) {
      case "GET session":
        return [
          200,
          { user: { id: SESSION, email: "ada@example.org", name: "Ada" }, tenantId: SESSION, tenantName: "Ada" }
        ];
      case "GET sessions":
        return [200, { sessions: this.signIns }];
      case "GET usage":
        return [200, this.storage];
      case "POST password":
        return given.oldPassword === PASSWORD ? [200, {}] : wrong;
      case "GET totp":
        return [200, { enabled: this.secondFactor, recoveryCodesLeft: this.secondFactor ? 10 : 0 }];
      case "POST totp":
        return given.password === PASSWORD ? [200, { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/x", qrSvg: QR }] : wrong;
      case "POST totp/confirm":
        if (given.code !== "666666")
          return [
            403,
            { code: "WRONG_CODE", message: "The code is wrong or was already used. Wait for the next one." }
          ];
        this.secondFactor = true;
        return [200, { recoveryCodes: Array.from({ length: 10 }, (_2, at) => `abcd-efgh-ijkl-mno${at}`) }];
      case "POST totp/off":
        this.secondFactor = false;
        return [200, {}];
      case "POST sign-out-everywhere":
        this.tokens.clear();
        return [200, {}];
      default:
        this.signIns = this.signIns.filter((one) => !what.endsWith(one.id));
        return [200, {}];
    }
  }
  known(what, body) {
    if (what === "GET /api/knowledge/sources")
      return [200, { sources: this.knowledge, allowedDomains: ["*.acme.example"], editable: true }];
    if (what === "POST /api/knowledge/ingest") {
      const { location: location2 = "" } = JSON.parse(body);
      const source = known(9, { location: location2, status: "running", done: 3, total: 12, documents: 0, chunks: 0 });
      this.knowledge.unshift(source);
      return [202, { source, documents: [] }];
    }
    if (what.startsWith("DELETE ")) {
      this.knowledge = this.knowledge.filter(({ id }) => !what.endsWith(id));
      return [204, null];
    }
    return [202, { source: this.knowledge[0], documents: [] }];
  }
  login(body) {
    if (this.secondFactor && JSON.parse(body).code !== "666666")
      return [401, { code: "TOTP_REQUIRED", message: "Enter the code that your app shows, or a recovery code." }];
    if (JSON.parse(body).password !== PASSWORD)
      return [401, { code: "WRONG_CREDENTIALS", message: "E-mail or password is wrong." }];
    const accessToken = `token-${this.asked.length}`;
    this.tokens.add(accessToken);
    return [200, { accessToken }];
  }
  timeline(of) {
    const plan = ["Choose", "Order", "See that it is ordered"].map((description, index) => ({
      id: `step_${index}`,
      index,
      description,
      status: index === 0 ? "active" : "pending",
      toolType: "DOM"
    }));
    const asks = of.status === "needs_user_input" ? { userQuestion: "Which blue?" } : {};
    return {
      task: of,
      steps: STEPS,
      plan: { steps: plan, currentStepIndex: 0, createdAt: time3(0) },
      ...of.status === "completed" ? { verified: false } : {},
      searchSummary: "Blue is a colour.",
      ledger: [
        { words: "order the blue one", standing: "unverified", evidence: "the basket does not say which colour" },
        { words: "<b>and a bag</b>", standing: "open", evidence: "" }
      ],
      ...asks
    };
  }
};

// test/console.test.ts
var AXE = readFileSync2(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
var browser;
var server;
var pages = [];
var errors = [];
before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"]
  });
});
after(() => browser.close());
beforeEach(async () => {
  server = new FakeServer();
  await server.start();
});
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
  server.close();
  assert.deepEqual(errors.splice(0), []);
});
async function open(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  pages.push(page);
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (said) => said.text().includes("Content Security Policy") && errors.push(said.text()));
  await page.goto(server.url);
  return page;
}
async function signIn(page, password = PASSWORD) {
  await page.getByLabel("E-mail").fill("ada@example.org");
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
}
async function board(options = {}) {
  const page = await open(options);
  await signIn(page);
  await page.locator(".step").first().waitFor();
  return page;
}
async function faults(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const axe = globalThis.axe;
    const { violations } = await axe.run();
    const wide = document.documentElement.scrollWidth > innerWidth ? ["wider than the window"] : [];
    return [...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`), ...wide];
  });
  return found;
}
for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 420, 320]) {
    test(`nothing is in the way of anybody, ${colorScheme}, ${width} px`, async () => {
      const options = { colorScheme, viewport: { width, height: 800 } };
      assert.deepEqual(await faults(await open(options)), []);
      const page = await board(options);
      for (const fold of await page.locator("summary").all()) await fold.click();
      assert.deepEqual(await faults(page), []);
    });
  }
}
test("a wrong password is told, the right one lets in", async () => {
  const page = await open();
  await signIn(page, "wrong");
  await page.getByRole("alert").filter({ hasText: "E-mail or password is wrong." }).waitFor();
  await signIn(page);
  await page.getByRole("heading", { name: "Shopping" }).waitFor();
});
test("whom the server does not know any more is asked to sign in", async () => {
  const page = await board();
  server.tokens.clear();
  await page.getByText("You were signed out.").waitFor();
  await signIn(page);
  await page.locator(".step").first().waitFor();
});
test("the latest task is shown in full: question, plan, steps, verdicts, cost, picture", async () => {
  const page = await board();
  const first = page.locator(".task").first();
  for (const words of [
    "Which blue?",
    "Plan, 0 of 3 done",
    "Not verified",
    "Verified",
    "Puts step 1 right (alternative selector)",
    "2 model calls",
    "Not judged yet"
  ]) {
    await first.getByText(words).first().waitFor();
  }
  await first.getByRole("button", { name: "Enlarge: the page before step 1" }).click();
  await page.getByRole("dialog", { name: "The page before step 1" }).waitFor();
  await page.keyboard.press("Escape");
  await counts(page.getByRole("dialog"), 0);
});
test("an older task is read when it is unfolded", async () => {
  const page = await board();
  const older = task(1).taskId;
  assert.ok(!server.asked.some((asked) => asked.includes(older)));
  await page.getByRole("button", { name: "Task 1" }).click();
  await page.locator(".task").nth(1).locator(".step").first().waitFor();
});
test("each part of what was asked shows how it stands, and a task that was not seen through says so", async () => {
  const page = await board();
  const [running, ended] = [page.locator(".task").first(), page.locator(".task").nth(1)];
  const parts = (of) => of.getByRole("list", { name: "What was asked for" }).getByRole("listitem").allInnerTexts();
  assert.deepEqual(
    (await parts(running)).map((words) => words.split(/\n+/)),
    [
      ["order the blue one", "Not seen: the basket does not say which colour"],
      ["<b>and a bag</b>", "Still open"]
    ]
  );
  await counts(running.getByText("not verified", { exact: false }).and(page.locator(".standing")), 0);
  await ended.getByRole("button", { name: "Task 1" }).click();
  await ended.getByText("Done, not verified").waitFor();
  await ended.locator(".step").first().waitFor();
  assert.match((await parts(ended))[1] ?? "", /Not done/);
  await ended.getByText("Asked for: 0 of 2 verified").focus();
  await page.keyboard.press("Enter");
  await counts(ended.getByRole("list", { name: "What was asked for" }), 0);
});
test("a task's result leads nowhere that the person did not say", async () => {
  const page = await board();
  await page.getByRole("button", { name: "Task 1" }).click();
  await page.getByText("http://evil.example/login?d=SECRET").waitFor();
  const links = await page.locator(".prose a").evaluateAll((all) => all.map((link) => [link.href, link.getAttribute("rel")]));
  assert.deepEqual(links, [["https://shop.example/", "noopener noreferrer"]]);
});
test("words of a page are words and nothing else", async () => {
  const page = await board();
  await page.getByRole("button", { name: "Order the blue one <img src=x onerror=alert(1)>" }).waitFor();
  await counts(page.locator("img:not([src^='blob:'])"), 0);
});
test("a task is stopped once, and shows it", async () => {
  const page = await board();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator(".task").first().getByText("Stopped").waitFor();
  assert.equal(server.asked.filter((asked) => asked.includes("/stop")).length, 1);
});
test("without a live stream it says so and asks", async () => {
  const page = await board();
  await page.getByText("Delayed").waitFor();
});
test("a conversation is renamed by keys alone", async () => {
  const page = await board();
  await page.getByRole("button", { name: "Rename or archive \u201CShopping\u201D" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Rename" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  await page.getByLabel("Title").and(page.locator(":focus")).waitFor();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Blue things");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Blue things" }).waitFor();
});
test("the first stop of the keys leads past the conversations", async () => {
  const page = await board();
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("Tab");
  await page.getByRole("link", { name: "Skip to the tasks" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "tasks");
});
test("the address holds the conversation", async () => {
  const page = await board();
  await page.getByText("1 archived conversation").click();
  await page.getByRole("button", { name: /^Old things/ }).click();
  await page.getByRole("heading", { name: "Old things" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Shopping" }).waitFor();
});
async function boardAt(place, options = {}) {
  const page = await board(options);
  await page.evaluate((hash) => location.hash = hash, place);
  return page;
}
var QUESTION = `#/questions/${CONVERSATION.conversation.id}`;
for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 320]) {
    for (const [place, sign] of [
      [QUESTION, ".turn.answer"],
      ["#/collections/col_1", ".source"],
      ["#/made/art_1", ".artifact table"]
    ]) {
      test(`nothing is in the way of anybody at ${place.split("/")[1]}, ${colorScheme}, ${width} px`, async () => {
        const page = await boardAt(place, { colorScheme, viewport: { width, height: 800 } });
        await page.locator(sign).first().waitFor();
        await page.locator(".thing").first().waitFor();
        assert.deepEqual(await faults(page), []);
      });
    }
  }
}
test("a conversation is found by its words, read with its sources, and saved", async () => {
  const page = await boardAt("#/questions");
  await page.getByPlaceholder("Find by words").fill("cost");
  await page.waitForFunction(() => document.querySelectorAll(".thing").length === 1);
  await page.locator(".thing-open").click();
  const answer = page.getByRole("article", { name: "Answer" });
  for (const words of [
    "12 million euros",
    "1 of 2 sources could not be verified.",
    "Unverified: the source does not say so",
    "Not allowed: sensitive field blocked"
  ])
    await answer.getByText(words).first().waitFor();
  await counts(page.locator("main b, main img, a[href^=javascript]"), 0);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  assert.equal((await saved).suggestedFilename(), "pier.json");
});
test("a conversation is forgotten after a second yes", async () => {
  const page = await boardAt(QUESTION);
  await page.getByRole("button", { name: "Delete What did the pier cost" }).click();
  assert.equal(server.conversations.length, 2);
  await page.getByRole("group", { name: /^Delete What/ }).getByRole("button", { name: "Delete" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".thing").length === 1);
  await page.getByText("Choose a conversation").waitFor();
  assert.equal(server.conversations.length, 1);
});
test("a conversation that is gone is said to be", async () => {
  const page = await boardAt("#/questions/gone");
  await page.getByRole("alert").getByText("No such conversation.").waitFor();
});
test("nobody is told to choose from a list in which there is nothing", async () => {
  let page = await boardAt("#/made");
  await page.getByText("Choose an artifact.").waitFor();
  server.artifacts = [];
  page = await boardAt("#/made");
  await page.getByText("Nothing was made yet.").waitFor();
  await counts(page.getByText("Choose an artifact."), 0);
});
test("a collection leads to what was made of it, and that to a file", async () => {
  const page = await boardAt("#/collections");
  await page.getByRole("navigation", { name: "Collections" }).getByRole("button", { name: /^Piers/ }).click();
  await page.getByText("It asks for a sign-in.").waitFor();
  await page.getByRole("region", { name: "Created from it" }).getByRole("button", { name: /^Piers compared/ }).click();
  await page.getByRole("cell", { name: "12 million euros" }).waitFor();
  assert.match(page.url(), /#\/made\/art_1$/);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  await page.getByRole("menuitem", { name: "Markdown" }).click();
  assert.equal((await saved).suggestedFilename(), "piers.markdown");
});
test("whom the server does not know any more is asked to sign in, wherever they are", async () => {
  const page = await boardAt("#/collections");
  await page.locator(".thing").waitFor();
  server.tokens.clear();
  await page.locator(".thing-open").click();
  await page.getByText("You were signed out.").waitFor();
});
test("a place is read from the address, and written as it is read", () => {
  for (const [hash, place] of [
    ["", { section: "tasks", id: null }],
    ["#/59adf5f0-cddb-42dd-a20d-658ac57278fd", { section: "tasks", id: "59adf5f0-cddb-42dd-a20d-658ac57278fd" }],
    ["#/questions", { section: "questions", id: null }],
    ["#/collections/col_1", { section: "collections", id: "col_1" }],
    ["#/made/a%2Fb", { section: "made", id: "a/b" }],
    ["#/constructor/x", { section: "tasks", id: null }],
    ["#/made/%E0%A4%A", { section: "made", id: null }]
  ]) {
    assert.deepEqual(placeOf(hash), place, hash);
    assert.deepEqual(placeOf(hashOf(place)), place);
  }
});
async function account(options = {}) {
  const page = await board(options);
  await page.getByRole("link", { name: "Account" }).click();
  await page.getByRole("heading", { name: "Account of ada@example.org" }).waitFor();
  return page;
}
test("one's password is changed, and what is wrong with it is said", async () => {
  const page = await account();
  const part = page.getByRole("region", { name: "Password" });
  const fill = async (old, again) => {
    await part.getByLabel("Current password").fill(old);
    await part.locator("input[name=new]").fill("a quite different one");
    await part.getByLabel("New password, again").fill(again);
    await page.keyboard.press("Enter");
  };
  await fill(PASSWORD, "another");
  await part.getByText("The two new passwords differ").waitFor();
  await fill("nope", "a quite different one");
  await part.getByText("The password is wrong.").waitFor();
  await fill(PASSWORD, "a quite different one");
  await part.getByText("The password is changed.").waitFor();
  assert.equal(await part.getByLabel("Current password").inputValue(), "");
});
async function codeHasTheKeyboard(page) {
  await page.waitForFunction(() => document.activeElement?.getAttribute("autocomplete") === "one-time-code");
}
test("a second factor is set up by keyboard, its codes are shown once, and signing in asks for one", async () => {
  const page = await account();
  const part = page.getByRole("region", { name: "Second factor" });
  await part.getByLabel("Your password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await part.getByRole("img").waitFor();
  await part.getByText("JBSW Y3DP EHPK 3PXP").waitFor();
  await codeHasTheKeyboard(page);
  await page.keyboard.type("111111");
  await page.keyboard.press("Enter");
  await part.getByText("The code is wrong").waitFor();
  await part.getByLabel("Code").fill("666666");
  await page.keyboard.press("Enter");
  await part.getByText("abcd-efgh-ijkl-mno9").waitFor();
  await part.getByRole("button", { name: "I have saved them" }).click();
  await part.getByText("10 recovery codes are left").waitFor();
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await signIn(page);
  await page.getByText("Enter the code that your app shows").waitFor();
  await codeHasTheKeyboard(page);
  await page.keyboard.type("666666");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Account of ada@example.org" }).waitFor();
});
test("what is kept is shown with its share, and said when room runs out", async () => {
  const page = await account();
  await page.locator(".share").getByText("300.0 MB of 1.07 GB").first().waitFor();
  const meters = page.getByRole("meter");
  await counts(meters, 2);
  await page.getByText("It is almost full").waitFor();
  await counts(page.getByText("It is full"), 0);
});
async function counts(of, number) {
  if (number > 0) await of.nth(number - 1).waitFor({ state: "attached" });
  await of.nth(number).waitFor({ state: "detached" });
}
test("sign-ins are seen by the name of what they are, and ended", async () => {
  const page = await account();
  const part = page.getByRole("region", { name: "Where you are signed in" });
  await part.getByText("Chrome on Linux").waitFor();
  await part.getByRole("button", { name: /^Sign out curl/ }).click();
  await part.getByText("curl was signed out.").waitFor();
  await part.getByText("Chrome on Linux").waitFor();
  await part.getByText("may read what is kept, and ask for tabs and give orders").waitFor();
  await part.getByRole("button", { name: /^Sign out Pilot for Firefox\// }).waitFor();
  await counts(part.getByRole("listitem"), 2);
});
for (const colorScheme of ["light", "dark"]) {
  test(`the account is without faults in ${colorScheme}, wide and narrow`, async () => {
    for (const width of [1280, 360]) {
      const page = await account({ colorScheme, viewport: { width, height: 800 } });
      assert.deepEqual(await faults(page), [], String(width));
    }
  });
}
async function keys(options = {}) {
  const page = await board(options);
  await page.goto(`${server.url}#/keys`);
  await page.getByRole("heading", { name: "Keys", exact: true }).waitFor();
  return page;
}
test("a key is made by keyboard, told once and read aloud, and revoked after a second yes", async () => {
  const page = await keys();
  const list = page.getByRole("region", { name: "Keys that count" });
  await list.getByText("Plugin <img").waitFor();
  const made = page.getByRole("group", { name: "The new key" });
  await page.getByLabel("What it is for").fill("Shop");
  await page.keyboard.press("Enter");
  await made.getByText("sb_publishable_Shop").waitFor();
  assert.ok(await made.evaluate((group) => group === document.activeElement));
  await page.getByRole("status").getByText("The key \u201CShop\u201D is made.").waitFor();
  await counts(list.getByRole("listitem"), 2);
  assert.deepEqual(await faults(page), []);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await counts(page.getByText("sb_publishable_Shop"), 0);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("name")), "name");
  await list.getByRole("button", { name: "Revoke Shop" }).press("Enter");
  const confirm = list.getByRole("group", { name: "Revoke Shop" });
  await confirm.waitFor();
  assert.deepEqual(await faults(page), []);
  await page.keyboard.press("Escape");
  await counts(confirm, 0);
  assert.ok(!server.asked.some((asked) => asked.startsWith("DELETE")));
  await page.locator('[aria-label="Revoke Shop"]:focus').waitFor();
  await page.keyboard.press("Enter");
  await confirm.getByRole("button", { name: "Revoke" }).press("Enter");
  await page.getByRole("status").getByText("The key \u201CShop\u201D counts no more.").waitFor();
  await counts(list.getByRole("listitem"), 1);
});
test("why there is no key is said, and what was typed stays", async () => {
  const page = await keys();
  const taken = server.keys[0].name;
  await page.getByLabel("What it is for").fill(taken);
  await page.getByRole("button", { name: "Make a key" }).click();
  await page.getByRole("status").getByText("There are already 100 keys.").waitFor();
  assert.equal(await page.getByLabel("What it is for").inputValue(), taken);
  server.keys = [];
  await page.reload();
  await page.getByText("There is no key yet.").waitFor();
});
for (const colorScheme of ["light", "dark"])
  for (const width of [1280, 320])
    test(`keys are in nobody's way, ${colorScheme}, ${width} px`, async () => {
      const page = await keys({ colorScheme, viewport: { width, height: 800 } });
      await page.getByText("Plugin <img").waitFor();
      assert.deepEqual(await faults(page), []);
    });
async function log(options = {}) {
  const page = await board(options);
  await page.getByRole("link", { name: "Log" }).click();
  await page.locator(".log > li").first().waitFor();
  return page;
}
test("the log is read from its newest row on, by kind and by person", async () => {
  const page = await log();
  await page.getByText("Whole up to row 3").waitFor();
  await counts(page.locator(".log > li"), 2);
  await page.getByRole("button", { name: "Older rows" }).click();
  await page.locator(".log > li").nth(3).waitFor();
  await counts(page.getByRole("button", { name: "Older rows" }), 0);
  await page.locator(".log summary").first().focus();
  await page.keyboard.press("Enter");
  await page.getByText("approval", { exact: true }).waitFor();
  await page.getByLabel("What happened").selectOption({ label: "Wrong password or code" });
  await page.getByText("bob@example.org, ").waitFor();
  await counts(page.locator(".log > li"), 1);
  await page.getByLabel("Who").selectOption({ label: "ada@example.org" });
  await page.getByText("Nothing of this kind is in the log.").waitFor();
});
test("a log that is not whole says which row", async () => {
  server.fault = "row 2 was changed";
  const page = await log();
  assert.match(await page.getByRole("alert").innerText(), /not whole: row 2 was changed/);
});
for (const colorScheme of ["light", "dark"]) {
  test(`the log is without faults in ${colorScheme}, wide and narrow`, async () => {
    for (const width of [1280, 420, 320]) {
      const page = await log({ colorScheme, viewport: { width, height: 800 } });
      await page.locator(".log summary").first().click();
      assert.deepEqual(await faults(page), []);
    }
  });
}
test("knowledge is added, watched while it is read, and removed once that is meant", async () => {
  const page = await board();
  await page.getByRole("link", { name: "Knowledge" }).click();
  const list = page.getByRole("region", { name: "What was added" });
  await list.getByText("The page could not be read: no answer.").waitFor();
  await list.getByText("Handbook <img").waitFor();
  await page.getByRole("combobox", { name: "What" }).selectOption({ label: "A whole site, by its sitemap" });
  await page.getByLabel("Address of the sitemap").fill("https://acme.example/sitemap.xml");
  await page.keyboard.press("Enter");
  await list.getByText("Being read: 3 of 12.").waitFor();
  assert.deepEqual(await faults(page), []);
  await list.getByRole("button", { name: /^Remove Handbook/ }).click();
  assert.ok(!server.asked.some((asked) => asked.startsWith("DELETE")));
  await list.getByRole("button", { name: /^Yes, remove Handbook/ }).click();
  await counts(list.getByText("Handbook <img"), 0);
});
for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 320]) {
    test(`knowledge is in nobody's way, ${colorScheme}, ${width} px`, async () => {
      const page = await board({ colorScheme, viewport: { width, height: 900 } });
      await page.goto(`${server.url}#/knowledge`);
      await page.getByText("Handbook <img").waitFor();
      assert.deepEqual(await faults(page), []);
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/knowledge-${colorScheme}-${width}.png` });
    });
  }
}
test("usage is shown by day, site and model, as plots and as tables", async () => {
  const page = await board();
  await page.getByRole("link", { name: "Usage" }).click();
  await page.getByRole("heading", { name: "Tasks 14" }).waitFor();
  await counts(page.locator(".plot canvas"), 6);
  await page.getByRole("heading", { name: "Cost 0.20" }).waitFor();
  await page.getByRole("heading", { name: "Claims checked 20" }).waitFor();
  await page.getByText("As a table").first().click();
  await page.getByRole("row", { name: "2025-12-10 4 1 0 0" }).waitFor();
  await page.getByRole("combobox", { name: "Site" }).selectOption("mail.example");
  await page.getByRole("heading", { name: "Tasks 9" }).waitFor();
  await page.getByRole("combobox", { name: "Model" }).selectOption("large");
  await page.getByRole("heading", { name: "Calls of models 0" }).waitFor();
  assert.ok(server.asked.some((one) => one.startsWith("GET /api/v1/usage")));
});
test("what is remembered is put right and forgotten", async () => {
  const page = await board();
  await page.getByRole("link", { name: "Memory" }).click();
  await page.getByText("A-17").waitFor();
  await page.getByRole("button", { name: "Correct or forget order number" }).click();
  await page.getByRole("menuitem", { name: "Correct" }).click();
  await page.getByLabel("What it is").fill("A-18");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("A-18").waitFor();
  assert.equal(server.memory.facts[0]?.value, "A-18");
  await page.getByRole("button", { name: /Correct or forget .*Pay now/ }).click();
  await page.getByRole("menuitem", { name: "Forget" }).click();
  await page.getByText("Nothing was learned yet.").waitFor();
});
test("everything of one's own is downloaded, and erased by password", async () => {
  const page = await board();
  await page.getByRole("link", { name: "Account" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download everything" }).click()
  ]);
  assert.equal(download.suggestedFilename(), "screen-agent-data.zip");
  for (const [password, told] of [
    ["wrong", "That is not your password."],
    [PASSWORD, "Everything of yours is erased."]
  ]) {
    await page.getByRole("button", { name: "Erase everything \u2026" }).click();
    await page.getByRole("dialog").getByLabel("Your password").fill(password);
    await page.getByRole("button", { name: "Erase everything", exact: true }).click();
    await page.getByText(told).waitFor();
  }
});
test("steps are shown as a filmstrip, with expected and seen side by side", async () => {
  const page = await board();
  const first = page.locator(".task").first();
  await first.getByRole("button", { name: "Filmstrip" }).click();
  await first.getByRole("list", { name: "Filmstrip" }).waitFor();
  await first.getByRole("region", { name: "Expected of step 1" }).waitFor();
  await first.getByRole("region", { name: "Seen after step 1" }).getByText("Not verified").waitFor();
  await first.getByRole("button", { name: "List" }).click();
  await first.getByRole("list", { name: "Steps" }).waitFor();
});
test("tasks are found by their words, and a title does not say the host twice", async () => {
  server.sessions[0].title = "shop.example: Shopping";
  const page = await board();
  await page.getByRole("heading", { name: "Shopping", exact: true }).waitFor();
  await page.getByLabel("Find a task").fill("task 1");
  await page.getByRole("list", { name: "Tasks found" }).getByText("Task 1").waitFor();
  await page.getByLabel("Find a task").fill("nothing like it");
  await page.getByText("No task has these words.").waitFor();
});
test("requests are shown in debug mode alone", async () => {
  const page = await board();
  await page.getByRole("link", { name: "Debug" }).click();
  await page.getByText("POST /api/agent/interact").waitFor();
  await page.getByRole("button", { name: "2b6a0381" }).click();
  await page.getByRole("button", { name: "Download the task" }).waitFor();
  server.debug = false;
  await page.getByRole("button", { name: "Read again" }).click();
  await page.getByText("Requests are noted only while").waitFor();
});
for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 420, 320]) {
    test(`the newer pages are in nobody's way, ${colorScheme}, ${width} px`, async () => {
      const page = await board({ colorScheme, viewport: { width, height: 800 } });
      for (const [section, shown] of [
        ["Usage", ".plot canvas"],
        ["Memory", ".kept-value"],
        ["Debug", "table"],
        ["Account", "#own-data-title"]
      ]) {
        await page.getByRole("link", { name: section }).click();
        await page.locator(shown).first().waitFor();
        for (const fold of await page.locator("summary").all()) await fold.click();
        assert.deepEqual(await faults(page), [], section);
        const pictures2 = process.env.CONSOLE_PICTURES;
        if (pictures2)
          await page.screenshot({ path: `${pictures2}/${section}-${colorScheme}-${width}.png`, fullPage: true });
      }
      await page.getByRole("link", { name: "Tasks" }).click();
      await page.locator(".task").first().getByRole("button", { name: "Filmstrip" }).click();
      await page.locator(".frame").first().waitFor();
      assert.deepEqual(await faults(page), [], "filmstrip");
      const pictures = process.env.CONSOLE_PICTURES;
      if (pictures) await page.screenshot({ path: `${pictures}/film-${colorScheme}-${width}.png`, fullPage: true });
    });
  }
}
async function runs(options = {}) {
  const page = await board(options);
  await page.getByRole("link", { name: "Runs" }).click();
  await page.getByRole("button", { name: "Order number 1" }).waitFor();
  return page;
}
test("runs are listed by how they stand and by their words", async () => {
  const page = await runs();
  const list = page.getByRole("navigation", { name: "Runs" });
  await counts(list.getByRole("listitem"), 3);
  await page.getByRole("combobox", { name: "How it stands" }).selectOption("queued");
  await counts(list.getByRole("listitem"), 1);
  await page.getByLabel("Find a run").fill("nothing like it");
  await page.getByText("No run is like that.").waitFor();
});
test("a run shows what it came to, part by part, and is tried again", async () => {
  const page = await runs();
  await page.getByRole("button", { name: "Order number 1" }).click();
  assert.equal(new URL(page.url()).hash, `#/runs/${server.runs.all[2]?.id}`);
  const stands = page.getByRole("region", { name: "How it stands" });
  await stands.getByText("The tea is in the basket.").waitFor();
  await stands.getByText("Asked for: 1 of 2 verified").waitFor();
  await page.locator(".step").first().waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await stands.getByText("Queued").waitFor();
});
test("what a run brought is a table with its sources, saved for a spreadsheet and for programs", async () => {
  const page = await runs();
  await page.getByRole("button", { name: "Order number 1" }).click();
  const brought = page.getByRole("region", { name: "What it brought" });
  await brought.getByRole("row", { name: "Green tea, loose [1] 14.5 [1]" }).waitFor();
  await brought.getByText("Missing: no such number (\u201C1.299\u201D)").waitFor();
  await brought.getByRole("heading", { name: "Is it in stock?" }).waitFor();
  await counts(brought.getByText("Unverified"), 1);
  const saved = async (name) => {
    const download = page.waitForEvent("download");
    await brought.getByRole("button", { name }).click();
    return readFileSync2(await (await download).path(), "utf8");
  };
  assert.equal(await saved("Save as CSV"), `name,price\r
"Green tea, loose",14.5\r
"'=1+1",\r
`);
  const told = JSON.parse(await saved("Save as JSON, with sources"));
  assert.equal(told.sources[0]?.quote, "Green tea, loose \u20AC 14.50");
});
test("a run's files are shown with whose they are, and saved", async () => {
  const page = await runs();
  await page.getByRole("button", { name: "Order number 1" }).click();
  const files = page.getByRole("region", { name: "Files" });
  await files.getByText("given by a page \xB7 41 kB \xB7 application/pdf").waitFor();
  await files.getByText("given to it \xB7 84 B \xB7 text/csv").waitFor();
  await page.route(
    /\/api\/knowledge\/generate-presigned-url/,
    (route) => route.fulfill({ json: { data: { url: "/api/knowledge/file/linked", expiresAt: "2026-01-01T00:10:00Z" } } })
  );
  await page.route(/\/api\/knowledge\/file\/linked/, (route) => route.fulfill({ body: "%PDF" }));
  const download = page.waitForEvent("download");
  await files.getByRole("button", { name: "Save bill <b>.pdf" }).click();
  assert.equal(readFileSync2(await (await download).path(), "utf8"), "%PDF");
});
test("a new task is given files, which are uploaded first", async () => {
  const page = await runs();
  await page.route(
    /\/api\/knowledge\/upload-to-s3/,
    (route) => route.fulfill({
      json: { data: { s3Key: `uploads/${route.request().postData()?.includes("Ada") ? "ada" : "bo"}` } }
    })
  );
  await page.getByRole("button", { name: "New task" }).click();
  await page.getByLabel("What to do").fill("Upload the files");
  await page.getByLabel("Where to begin").fill("https://jobs.example/");
  await page.getByLabel("Files that it may hand to pages").setInputFiles([
    { name: "ada.txt", mimeType: "text/plain", buffer: Buffer.from("Ada") },
    { name: "bo.txt", mimeType: "text/plain", buffer: Buffer.from("Bo") }
  ]);
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByRole("heading", { name: "Upload the files" }).waitFor();
  const sent = server.asked.findLast((one) => one.startsWith("POST /api/runs ")) ?? "";
  const order = JSON.parse(sent.slice("POST /api/runs ".length));
  assert.deepEqual(order.files, ["uploads/ada", "uploads/bo"]);
});
test("data and answers to be brought are asked for with a new task", async () => {
  const page = await runs();
  await page.getByRole("button", { name: "New task" }).click();
  await page.getByLabel("Questions about the page").fill("What does it cost?\n\n Who made it? ");
  await page.getByLabel("Where to begin").fill("https://tea.example/");
  await page.getByLabel("Data to bring from the page").fill("name, price:number, stock:integer?");
  await page.getByRole("button", { name: "Submit" }).click();
  await counts(page.getByRole("button", { name: "Submit" }), 0);
  const sent = server.asked.find((one) => one.startsWith("POST /api/runs ")) ?? "";
  const order = JSON.parse(sent.slice("POST /api/runs ".length));
  assert.deepEqual(order.questions, ["What does it cost?", "Who made it?"]);
  assert.deepEqual(order.outputs, {
    type: "object",
    properties: { name: { type: "string" }, price: { type: "number" }, stock: { type: "integer" } },
    required: ["name", "price"]
  });
});
test("what a run asks is answered, and a run is cancelled after a second yes", async () => {
  const page = await runs();
  await page.getByRole("button", { name: "Order number 3" }).click();
  await page.getByText("Which of the two?").first().waitFor();
  await page.getByLabel("Your answer").fill("the blue one");
  await page.keyboard.press("Enter");
  const stands = page.getByRole("region", { name: "How it stands" });
  await stands.getByText("Running").waitFor();
  assert.ok(server.asked.some((one) => one.includes("/answer") && one.includes("the blue one")));
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("button", { name: "Cancel it" }).click();
  await stands.getByText("Cancelled").waitFor();
});
async function watchedRun(options = {}) {
  const page = await runs(options);
  const said = [];
  const sockets = [];
  await page.routeWebSocket(/\/api\/runs\/[^/]+\/watch$/, (socket) => {
    sockets.push(socket);
    socket.onMessage((message) => said.push(JSON.parse(String(message))));
  });
  await page.reload();
  await page.getByRole("button", { name: "Order number 3" }).click();
  await page.getByRole("button", { name: "Watch live" }).click();
  const live = page.getByRole("region", { name: "The page, live" });
  await live.getByText("Looking for the worker").waitFor();
  const until = async (so) => {
    const deadline = Date.now() + 3e4;
    for (; ; ) {
      const found = said.find(so);
      if (found) return found;
      assert.ok(Date.now() < deadline, `not in time: ${so}, of ${JSON.stringify(said.slice(-5))}`);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  };
  await until((one) => one.type === "next");
  const tell = (state, withheld = false) => sockets.at(-1)?.send(JSON.stringify({ type: "state", state, withheld }));
  const picture = await page.screenshot({ type: "jpeg" });
  const show = () => sockets.at(-1)?.send(picture);
  return { page, live, said, sockets, until, tell, show };
}
test("a run is watched, taken over, and handed back by keys alone; what is done on the picture reaches its place", async () => {
  const { page, live, said, until, tell, show } = await watchedRun();
  assert.equal(said[0]?.type, "watch");
  tell("watching");
  show();
  const image = live.locator("img");
  await image.waitFor();
  await page.keyboard.press("a");
  await live.getByRole("button", { name: "Take over" }).press("Enter");
  await until((one) => one.type === "take");
  tell("taken_over");
  await live.getByText("The page is yours").waitFor();
  for (const key of ["b", "Tab", "Control+a"]) await page.keyboard.press(key);
  await until((one) => one.type === "input" && one.input.kind === "key" && one.input.held.control);
  const keys2 = said.flatMap(
    (one) => one.type === "input" && one.input.kind === "key" && one.input.down ? [one.input.key] : []
  );
  assert.deepEqual(keys2, ["b", "Tab", "Control", "a"]);
  await page.setViewportSize({ width: 700, height: 800 });
  const box = await image.boundingBox();
  assert.ok(box);
  await image.dblclick({ position: { x: box.width / 4, y: box.height / 2 } });
  const press = await until((one) => one.type === "input" && one.input.kind === "mouse" && one.input.clicks === 2);
  assert.ok(press.type === "input" && press.input.kind === "mouse");
  assert.ok(Math.abs(press.input.x - 0.25) < 0.01 && Math.abs(press.input.y - 0.5) < 0.01);
  await page.mouse.wheel(0, 120);
  await until((one) => one.type === "input" && one.input.kind === "wheel" && one.input.down === 120);
  await page.keyboard.press("F9");
  await page.keyboard.press("Enter");
  await until((one) => one.type === "hand_back");
  tell("watching");
  await live.getByText("Handed back").waitFor();
});
test("why nothing is shown is said, and a lost socket is opened again", async () => {
  const { live, sockets, tell, show } = await watchedRun();
  tell("watching", true);
  await live.getByText("A kept secret was entered here").waitFor();
  tell("watching");
  show();
  await live.locator("img").waitFor();
  await sockets[0]?.close();
  await live.getByText("Looking for the worker").waitFor();
  await counts(live.getByRole("button", { name: "Take over" }), 0);
  while (sockets.length < 2) await live.page().evaluate(() => new Promise(requestAnimationFrame));
  const message = "This run is shown in another window now.";
  sockets[1]?.send(JSON.stringify({ type: "ended", code: "WATCHED_ELSEWHERE", message }));
  await live.getByText(message).waitFor();
  await live.getByRole("button", { name: "Watch here" }).waitFor();
});
for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 320]) {
    test(`a page that is taken over is in nobody's way, ${colorScheme}, ${width} px`, async () => {
      const options = { colorScheme, viewport: { width, height: 800 } };
      const { page, live, tell, show } = await watchedRun(options);
      tell("taken_over");
      show();
      await live.locator("img").waitFor();
      assert.deepEqual(await faults(page), []);
      const pictures = process.env.CONSOLE_PICTURES;
      if (pictures) await page.screenshot({ path: `${pictures}/watch-${colorScheme}-${width}.png`, fullPage: true });
    });
  }
}
test("keys and turns of a wheel are said as the server takes them", () => {
  const box = { left: 100, top: 50, width: 200, height: 100 };
  assert.deepEqual(placeIn(box, { clientX: 150, clientY: 500 }), { x: 0.25, y: 1 });
  const at = { clientX: 100, clientY: 50, deltaX: 0 };
  const turn = (deltaY, deltaMode) => wheelInput({ ...at, deltaY, deltaMode }, box);
  assert.deepEqual(turn(3, 1), { kind: "wheel", x: 0, y: 0, right: 0, down: 48 });
  assert.deepEqual(turn(1e9, 0), { kind: "wheel", x: 0, y: 0, right: 0, down: 1e4 });
  const none = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
  const key = (key2, more = {}, third = false) => keyInput(true, { ...none, key: key2, isComposing: false, getModifierState: () => third, ...more });
  const held = { alt: false, control: false, meta: false, shift: false };
  assert.deepEqual(key("@", { altKey: true, ctrlKey: true }, true), { kind: "key", down: true, key: "@", held });
  for (const not of [key("F9"), key("v", { ctrlKey: true }), key("x", { isComposing: true }), key("Dead")]) {
    assert.equal(not, null);
  }
});
test("a schedule is added, paused, and removed after a second yes", async () => {
  const page = await runs();
  await page.getByRole("button", { name: "Schedules" }).click();
  await page.getByText("Nothing is begun by the clock yet.").waitFor();
  await page.getByLabel("What to do each time").fill("Download the report");
  await page.getByLabel("Where to begin").fill("https://tea.example/");
  await page.getByLabel("Time zone").fill("Europe/Berlin");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("tea.example \xB7 0 9 * * MON-FRI \xB7 Europe/Berlin").waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: "Pause Download the report" }).click();
  await page.getByRole("button", { name: "Resume Download the report" }).waitFor();
  assert.equal(server.schedules.all[0]?.paused, true);
  await page.getByRole("button", { name: "Remove Download the report" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("Nothing is begun by the clock yet.").waitFor();
});
test("a secret is kept by keyboard alone, shown by name, and removed after a second yes", async () => {
  const page = await runs({ colorScheme: "dark" });
  await page.getByRole("button", { name: "Secrets" }).click();
  await page.getByText("No secret is kept yet.").waitFor();
  await page.getByLabel(/^Name/).focus();
  await page.keyboard.type("shop.password");
  await page.keyboard.press("Tab");
  await page.keyboard.type("blue-kettle-41");
  await page.keyboard.press("Tab");
  await page.keyboard.type("https://shop.example shop2.example");
  await page.keyboard.press("Enter");
  await page.getByText("{{secret:shop.password}}", { exact: true }).waitFor();
  assert.deepEqual(server.secrets.heard, ["blue-kettle-41"]);
  assert.deepEqual(server.secrets.all[0]?.sites, ["https://shop.example", "shop2.example"]);
  assert.ok(!(await page.content()).includes("blue-kettle-41"));
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: "Remove shop.password" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("No secret is kept yet.").waitFor();
});
test("a task is submitted with a profile, and a profile is removed after a second yes", async () => {
  const page = await runs();
  await page.getByRole("button", { name: "New task" }).click();
  await page.getByLabel("What to do").fill("Open my orders");
  await page.getByLabel("Where to begin").fill("https://shop.example/");
  await page.getByLabel("Profile", { exact: false }).fill("shop");
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByRole("heading", { name: "Open my orders" }).waitFor();
  const sent = server.asked.findLast((one) => one.startsWith("POST /api/runs ")) ?? "";
  assert.equal(JSON.parse(sent.slice("POST /api/runs ".length)).profile, "shop");
  await page.getByRole("button", { name: "Profiles" }).click();
  await page.getByText("empty", { exact: true }).waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: "Remove shop" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("The profile is removed.", { exact: false }).waitFor();
  await counts(page.getByText("shop", { exact: true }), 0);
});
test("a new task is submitted by keyboard alone, and shown", async () => {
  const page = await runs();
  await page.getByRole("button", { name: "New task" }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("What to do").fill("Buy green tea");
  await page.getByLabel("Where to begin").fill("https://tea.example/");
  await page.getByRole("button", { name: "Submit" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Buy green tea" }).waitFor();
  assert.equal(server.runs.all[0]?.url, "https://tea.example/");
});
for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 420, 320]) {
    test(`runs are in nobody's way, ${colorScheme}, ${width} px`, async () => {
      const page = await runs({ colorScheme, viewport: { width, height: 800 } });
      server.secrets.say(
        "PUT /api/secrets/shop.password",
        JSON.stringify({ value: "hunter22", sites: ["https://shop.example"] })
      );
      for (const [name, shown] of [
        ["Order number 3", "Which of the two?"],
        ["Order number 1", "The tea is in the basket."],
        ["New task", "Your own browser is not touched."],
        ["Secrets", "never entered"]
      ]) {
        await page.getByRole("button", { name }).click();
        await page.getByText(shown).first().waitFor();
        assert.deepEqual(await faults(page), [], name);
        const pictures = process.env.CONSOLE_PICTURES;
        if (pictures) await page.screenshot({ path: `${pictures}/run-${name}-${colorScheme}-${width}.png` });
      }
    });
  }
}
async function workflows(options = {}) {
  const page = await board(options);
  await page.getByRole("link", { name: "Workflows" }).click();
  await page.getByRole("button", { name: "Change a price" }).click();
  await page.getByRole("heading", { name: "Change a price" }).waitFor();
  return page;
}
test("a workflow is run with what its form gives, and the run is shown", async () => {
  const page = await workflows();
  await page.getByText("Enter \u2039price\u203A into Price").waitFor();
  await page.getByLabel("Article").fill("Oolong");
  await page.getByLabel("New price").fill("4");
  await page.getByLabel("Delivery").selectOption("In store");
  await page.getByRole("button", { name: "Run", exact: true }).press("Enter");
  await page.getByRole("heading", { name: "By workflow" }).waitFor();
  const sent = server.asked.find((one) => one.startsWith("POST /api/runs")) ?? "";
  assert.match(sent, /"workflow":\{"id":"01900000-0000-7000-8000-0000000002a0"\}/);
  assert.match(sent, /"inputs":\{"article":"Oolong","price":"4","delivery":"In store"\}/);
});
test("a workflow is scheduled, changed by hand, and removed after a second yes", async () => {
  const page = await workflows();
  await page.getByLabel("Article").fill("Oolong");
  await page.getByLabel("New price").fill("4");
  await page.getByRole("combobox", { name: "When" }).selectOption("clock");
  await page.getByLabel("Time zone").fill("Europe/Berlin");
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await page.getByText("It is begun by the clock from now on.").waitFor();
  assert.equal(server.schedules.all[0]?.cron, "0 9 * * MON-FRI");
  await page.getByText("Change the file").click();
  await page.getByRole("textbox", { name: "The file" }).fill("broken");
  await page.getByRole("button", { name: "Keep as version 3" }).click();
  await page.getByText("it begins nowhere").waitFor();
  await page.getByRole("textbox", { name: "The file" }).fill('name = "Change a price"');
  await page.getByRole("button", { name: "Keep as version 3" }).click();
  await page.getByText("3 \xB7 Edited").waitFor();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("group", { name: /^Remove/ }).getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("Nothing is kept yet.").waitFor();
});
for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 390]) {
    test(`a workflow is in nobody's way, ${colorScheme}, ${width} px`, async () => {
      const page = await workflows({ colorScheme, viewport: { width, height: 800 } });
      await page.getByText("Change the file").click();
      assert.deepEqual(await faults(page), []);
      if (!process.env.PICTURES) return;
      await page.screenshot({ path: `${process.env.PICTURES}/workflow-${colorScheme}-${width}.png`, fullPage: true });
    });
  }
}
async function traces(options = {}) {
  const page = await board(options);
  await page.getByRole("link", { name: "Traces" }).click();
  await page.getByRole("button", { name: "A login page" }).waitFor();
  return page;
}
for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 320]) {
    test(`a trace is in nobody's way, ${colorScheme}, ${width} px`, async () => {
      const page = await traces({ colorScheme, viewport: { width, height: 800 } });
      await page.getByRole("button", { name: "A login page" }).click();
      await page.getByRole("heading", { name: "Artifacts" }).waitFor();
      for (const fold of await page.locator("summary").all()) await fold.click();
      assert.deepEqual(await faults(page), []);
      if (!process.env.PICTURES) return;
      await page.setViewportSize({ width, height: 3600 });
      await page.screenshot({ path: `${process.env.PICTURES}/trace-${colorScheme}-${width}.png` });
    });
  }
}
test("a trace is shown with its screen, flow, changes, plan and files, and nothing of it is anything but words", async () => {
  const page = await traces();
  await page.getByRole("button", { name: "A login page" }).click();
  await page.getByRole("heading", { name: "Design Generation - loginPage" }).waitFor();
  assert.equal(new URL(page.url()).hash, `#/traces/${TRACE}`);
  const screen = page.getByRole("img", { name: /^The screen loginPage: container, text “Welcome <img/ });
  await screen.getByText("Log in").waitFor();
  await page.getByText("loginPage, 8 components").waitFor();
  const graph = page.getByRole("region", { name: "Graph of loginProcessFlow" });
  assert.equal(await graph.locator("rect").count(), 5);
  await graph.getByText("if it fails").waitFor();
  await graph.focus();
  await page.getByText("The same as a list").click();
  await page.getByRole("listitem").filter({ hasText: "navigate: HomePage" }).first().waitFor();
  await page.locator(".diff .added").filter({ hasText: "+When #onLoginClicked" }).waitFor();
  const plan = page.getByRole("region", { name: "Planned actions" });
  await plan.getByRole("row", { name: "variables upsert --project demo --from-stdin dry run, merge" }).waitFor();
  const events = page.getByRole("region", { name: "Events" }).locator("code");
  assert.deepEqual(await events.allInnerTexts(), ["ready", "meta", "progress", "cli.plan", "done"]);
  await counts(page.locator("main img"), 0);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save a.json" }).click();
  assert.equal((await saved).suggestedFilename(), "a.json");
  assert.ok(server.asked.includes("GET /storage/v1/object/figma/fig2cg/demo/uui.generate/a.json "));
});
test("a trace that is under way is told as it goes on", async () => {
  const page = await traces();
  await page.getByRole("button", { name: "A shop" }).click();
  await page.getByText("Under way \xB7 1 of 5 components").waitFor();
  assert.equal(new URL(page.url()).hash, `#/traces/${UNDER_WAY}`);
  server.goOn();
  await page.getByRole("heading", { name: "Design Generation - loginPage" }).waitFor();
  await page.locator(".trace-standing").filter({ hasText: "Done" }).waitFor();
});
