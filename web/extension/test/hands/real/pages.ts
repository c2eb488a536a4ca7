/** Small pages that note down what happens to them in `seen`. */

const HEAD = `<!doctype html><html lang="en"><meta charset="utf-8"><style>body{font:16px sans-serif;margin:8px}iframe{border:3px solid #888;padding:5px;display:block}button,input,select{font:inherit}[hidden]{display:none}</style>
<script>const seen=[];window.seen=seen;const note=(...parts)=>seen.push(parts.join(" "));const how=(event)=>event.isTrusted?"trusted":"made";</script>`;

const WORKS = `${HEAD}<title>Works</title>
<button onclick="note('click',how(event))">Plain</button>
<button ondblclick="note('double',how(event))">Twice</button>
<button oncontextmenu="note('menu',how(event));return false">Context</button>
<button onmouseover="note('over',how(event))">Over</button>
<button onpointerdown="note('down')" onpointerup="note('up')" onclick="note('clicked')">Order</button>
<button id="mover" onmouseover="this.style.marginLeft='120px'" onclick="note('moved click')">Dodge</button>
<button disabled>Off</button>
<p><button draggable="true" ondragstart="event.dataTransfer.setData('text/plain','parcel')">Parcel</button>
<button id="shelf" ondragover="event.preventDefault()" ondrop="event.preventDefault();note('drop',event.dataTransfer.getData('text/plain'),how(event))">Shelf</button></p>
<p><button id="knob">Knob</button> <button id="goal">Goal</button></p>
<p><label>Name <input id="name" value="old" oninput="note('input',how(event))" onchange="note('change',this.value)"></label>
<label>Notes <textarea id="notes"></textarea></label></p>
<p id="message" contenteditable="true" role="textbox" aria-label="Message">Hello <b>there</b></p>
<p><label>Born <input id="born" type="date" value="1984-02-29" onchange="note('born',this.value)"></label>
<label>Size <select id="size" onchange="note('size',this.value)"><option value="s">Small</option><option value="l">Large</option></select></label>
<label><input id="terms" type="checkbox" onchange="note('terms',this.checked,how(event))"> Terms</label></p>
<form onsubmit="event.preventDefault();note('submit',new FormData(this).get('q'))"><label>Query <input name="q"></label><button>Go</button></form>
<label>File <input type="file" id="file"></label>
<form onsubmit="event.preventDefault();location.assign('second?sent')"><label>Sent <input></label><button>Send</button></form>
<a href="second?x=1">Second</a> <a href="second" target="_blank">Apart</a> <a href="second?held=900">Slow way</a> <a href="#part">Part</a> <a href="file">Download</a>
<button onclick="window.open('second')">By script</button>
<button onclick="fetch('data.json').then(()=>{document.getElementById('late').textContent='fetched'})">Fetch</button><p id="late"></p>
<div id="list" tabindex="0" aria-label="List" role="listbox" style="height:60px;width:200px;overflow:auto"><div style="height:600px">many</div></div>
<fancy-box></fancy-box>
<div style="height:1500px"></div><button onclick="note('far')">Far</button>
<script>
customElements.define("fancy-box",class extends HTMLElement{constructor(){super();this.attachShadow({mode:"open"}).innerHTML='<button>Deep</button><label>Amount <input></label>';this.shadowRoot.querySelector("button").onclick=(event)=>note("deep",how(event))}});
let held=null;
document.getElementById("knob").onpointerdown=()=>{held="knob"};
addEventListener("pointermove",(event)=>{if(held)held="moving"});
addEventListener("pointerup",(event)=>{if(held==="moving")note("let go on",document.elementFromPoint(event.clientX,event.clientY).id);held=null});
addEventListener("keydown",(event)=>note("key",event.key,[event.altKey&&"alt",event.ctrlKey&&"ctrl",event.metaKey&&"meta",event.shiftKey&&"shift"].filter(Boolean).join("+"),how(event)));
document.cookie="kind=soft";localStorage.setItem("colour","blue");
</script>`;

const FRAMES = `${HEAD}<title>Frames</title><h1>Above</h1><div style="height:300px"></div><iframe id="far" width="500" height="260"></iframe><div id="veil" hidden style="position:fixed;inset:0;background:#000c"></div>
<script>document.getElementById("far").src=new URLSearchParams(location.search).get("other")+"/inner"</script>`;

const INNER = `${HEAD}<title>Inner</title><button onclick="note('inner',how(event));this.textContent='Inner '+how(event)">Inner</button>
<label>Voucher <input></label><button onclick="parent.postMessage('x','*');document.body.append('pushed')">Push</button>
<iframe id="deep" width="300" height="90" srcdoc="<button onclick=&quot;this.textContent='Innermost '+(event.isTrusted?'trusted':'made')&quot;>Innermost</button>"></iframe>
<div style="height:400px"></div><button onclick="this.textContent='Low '+how(event)">Low</button>`;

const ASKS = `${HEAD}<title>Asks</title>
<button onclick="alert('Saved');note('alerted')">Alert</button>
<button onclick="note(confirm('Delete all?'))">Confirm</button>
<button onclick="note(prompt('Your name?','nobody'))">Prompt</button>
<button onclick="window.onbeforeunload=()=>'stay';note('guarded')">Guard</button>
<a href="second">Second</a>`;

const SECOND = `${HEAD}<title>Second</title><h1>Second page</h1><button onclick="window.close()">Close me</button><a href="works">Back</a>`;

// A link, a form and a button, each of which does something.
const DEEDS = `<title>Deeds</title><script>const other = new URLSearchParams(location.search).get("other")</script>
<a id=link href="/deed-read">Read</a> <form id=form method=get action="/deed-search"><input id=field name=q aria-label=Field><button id=send>Search</button></form>
<button id=plain onclick="fetch('/deed-plain')">Plain</button>`;

// A field to write into, and others that tell the server of each sign that they get instead.
const FIELDS = `<title>Fields</title><label>Find <input id=q></label> <label>Another <input id=another oninput="fetch('/deed-another')"></label>
<div id=text contenteditable aria-label=Text role=textbox oninput="fetch('/deed-text')">t</div><form action="/deed-sent"><input id=sent aria-label=Sent></form>
<iframe id=frame></iframe><script>frame.src = new URLSearchParams(location.search).get("other") + "/greedy"</script>`;

// Takes the keyboard whenever it may.
const GREEDY = `<input id=f oninput="fetch('/deed-frame')"><script>addEventListener("focus", () => f.focus()); addEventListener("keydown", () => fetch("/deed-key"))</script>`;

// A thing to drag, and a place to drop it on that tells the server.
const BINS = `<title>Bins</title><button id=mail draggable=true ondragstart="event.dataTransfer.setData('text/plain', 'm')">Mail</button>
<button id=bin ondragover="event.preventDefault()" ondrop="event.preventDefault();fetch('/deed-' + bin.name)" name=inbox>Inbox</button>`;

// Controls in closed shadow roots, one within the other, and one that has the keyboard in a plain box.
const SHUT = `<title>Shut</title><shut-box></shut-box><div id=plain></div><script>
const shut = (host, html) => { const root = host.attachShadow({ mode: "closed" }); root.innerHTML = html; return root };
customElements.define("shut-core", class extends HTMLElement { connectedCallback() { shut(this, "<button onclick=fetch(&quot;/deed-core&quot;)>Core</button>") } });
customElements.define("shut-box", class extends HTMLElement { connectedCallback() {
  shut(this, "<label>Inner <input></label> <button onclick=fetch(&quot;/deed-pressed&quot;)>Press</button> <shut-core></shut-core>") } });
shut(plain, "<input aria-label=Hidden>").querySelector("input").focus()</script>`;

/** By path. */
export const PAGES: Readonly<Record<string, string>> = {
  works: WORKS,
  frames: FRAMES,
  inner: INNER,
  asks: ASKS,
  second: SECOND,
  deeds: DEEDS,
  fields: FIELDS,
  greedy: GREEDY,
  bins: BINS,
  shut: SHUT,
  "data.json": '{"really":true}',
};
