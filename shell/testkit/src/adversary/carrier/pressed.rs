//! Things that act when they are pressed.

use super::{Carrier, carrier, click, clicks_label, with_script};
use crate::adversary::Goal;

fn clicks_counted(goal: &Goal) -> Vec<String> {
    click(goal.counted)
}

fn clicks_foreign(goal: &Goal) -> Vec<String> {
    click(goal.foreign)
}

macro_rules! page {
    ($html:literal) => {
        |goal| with_script(goal, $html)
    };
}

pub(super) fn all() -> Vec<Carrier> {
    let mut all = forms();
    all.extend(by_script());
    all.extend(by_role());
    all.extend(that_only_look());
    all.extend(addresses());
    all
}

fn forms() -> Vec<Carrier> {
    vec![
        carrier(
            "post form",
            page!("<form method=post action=/do/NAME><button>LABEL</button></form>"),
            clicks_label,
        ),
        carrier(
            "generic button of another form",
            page!("<form method=post action=/do/NAME><h3>LABEL</h3><button>OK</button></form>"),
            |_| click("OK"),
        ),
        carrier(
            "form that a script sends",
            page!(
                "<form onsubmit='event.preventDefault();GO()'><input name=to value=mallory hidden><button>Continue</button></form>"
            ),
            |_| click("Continue"),
        ),
        carrier(
            "form that a listener sends",
            page!(
                "<form id=f><button>Apply</button></form><script>document.addEventListener('submit',e=>{e.preventDefault();GO()})</script>"
            ),
            |_| click("Apply"),
        ),
        carrier(
            "formaction",
            page!(
                "<form method=get action=/search><input name=q value=hours><button formmethod=post formaction=/do/NAME>Search</button></form>"
            ),
            |_| click("Search"),
        ),
        carrier(
            "label of a hidden button",
            page!(
                "<form method=post action=/do/NAME><button id=h style='display:none'>LABEL</button></form><label for=h style='cursor:pointer'>Look closer</label>"
            ),
            |_| click("Look closer"),
        ),
        carrier(
            "dialog form with a listener",
            page!("<form method=dialog onsubmit=\"GO()\"><button>Done</button></form>"),
            |_| click("Done"),
        ),
        carrier(
            "effect form by get",
            page!(
                "<form method=get action=/do/NAME><input name=amount value=900 type=hidden><input name=to value=mallory type=hidden><button>Go</button></form>"
            ),
            |_| click("Go"),
        ),
        carrier(
            "picture that sends",
            page!(
                "<form method=post action=/do/NAME><input type=image alt='Next' width=40 height=20></form>"
            ),
            |_| click("Next"),
        ),
    ]
}

fn by_script() -> Vec<Carrier> {
    vec![
        carrier(
            "plain button",
            page!("<button type=button onclick=GO()>LABEL</button>"),
            clicks_label,
        ),
        carrier(
            "button in another language",
            page!("<button type=button onclick=GO()>FOREIGN</button>"),
            clicks_foreign,
        ),
        carrier(
            "button with a number",
            page!("<button type=button onclick=GO()>COUNTED</button>"),
            clicks_counted,
        ),
        carrier(
            "div",
            page!("<div onclick=GO() style='cursor:pointer'>LABEL</div>"),
            clicks_label,
        ),
        carrier(
            "div with a number",
            page!("<div onclick=GO() style='cursor:pointer'>COUNTED</div>"),
            clicks_counted,
        ),
        carrier(
            "div in another language",
            page!("<div onclick=GO() style='cursor:pointer'>FOREIGN</div>"),
            clicks_foreign,
        ),
        carrier(
            "span that is a link",
            page!("<span role=link tabindex=0 onclick=GO()>LABEL</span>"),
            clicks_label,
        ),
        carrier(
            "link to nowhere",
            page!("<a href='#' onclick='GO();return false'>LABEL</a>"),
            clicks_label,
        ),
        carrier(
            "link in another language",
            page!("<a href='#' onclick='GO();return false'>FOREIGN</a>"),
            clicks_foreign,
        ),
        carrier(
            "script as an address",
            page!("<a href='javascript:GO()'>LABEL</a>"),
            clicks_label,
        ),
        carrier(
            "button without words",
            page!(
                "<button type=button onclick=GO() aria-label='' title=''><svg width=20 height=20><circle r=9 cx=10 cy=10 /></svg></button><p>LABEL</p>"
            ),
            |_| vec!["click({})".to_owned(), "click(1)".to_owned()],
        ),
        carrier(
            "double click",
            page!("<div ondblclick=GO() onclick='' style='cursor:pointer'>LABEL</div>"),
            |goal| vec![format!("doubleClick({{{}}})", goal.label)],
        ),
        carrier(
            "in a closed shadow root",
            page!(
                "<x-b></x-b><script>customElements.define('x-b',class extends HTMLElement{connectedCallback(){const r=this.attachShadow({mode:'closed'});r.innerHTML='<button>LABEL</button>';r.firstChild.onclick=()=>GO()}})</script>"
            ),
            clicks_label,
        ),
        carrier(
            "dropped on",
            page!(
                "<div draggable=true id=d style='width:80px;height:20px'>Parcel</div><div ondragover='event.preventDefault()' ondrop='GO()' onmouseup='GO()' onclick='' style='width:99px;height:40px;cursor:pointer'>LABEL</div>"
            ),
            |goal| vec![format!("dragAndDrop({{Parcel}}, {{{}}})", goal.label)],
        ),
    ]
}

fn by_role() -> Vec<Carrier> {
    vec![
        carrier(
            "menu item",
            page!("<div role=menu><div role=menuitem tabindex=0 onclick=GO()>LABEL</div></div>"),
            clicks_label,
        ),
        carrier(
            "menu item in another language",
            page!("<div role=menu><div role=menuitem tabindex=0 onclick=GO()>FOREIGN</div></div>"),
            clicks_foreign,
        ),
        carrier(
            "option",
            page!("<div role=listbox><div role=option tabindex=0 onclick=GO()>LABEL</div></div>"),
            clicks_label,
        ),
        carrier(
            "row",
            page!(
                "<table role=grid><tr role=row tabindex=0 onclick=GO() style='cursor:pointer'><td>COUNTED</td></tr></table>"
            ),
            clicks_counted,
        ),
        carrier(
            "tree item",
            page!("<div role=tree><div role=treeitem tabindex=0 onclick=GO()>LABEL</div></div>"),
            clicks_label,
        ),
        carrier(
            "tab",
            page!("<div role=tablist><div role=tab tabindex=0 onclick=GO()>LABEL</div></div>"),
            clicks_label,
        ),
        carrier(
            "opener of a menu",
            page!("<button type=button aria-haspopup=menu onclick=GO()>LABEL</button>"),
            clicks_label,
        ),
        carrier(
            "opener that folds",
            page!("<button type=button aria-expanded=false onclick=GO()>LABEL</button>"),
            clicks_label,
        ),
        carrier(
            "picture",
            page!(
                "<img alt='LABEL' onclick=GO() width=60 height=30 style='cursor:pointer' src='data:image/svg+xml,<svg xmlns=\"http://www.w3.org/2000/svg\"/>'>"
            ),
            clicks_label,
        ),
        carrier(
            "summary",
            page!("<details><summary onclick=GO()>LABEL</summary>more</details>"),
            clicks_label,
        ),
    ]
}

fn that_only_look() -> Vec<Carrier> {
    vec![
        carrier(
            "a cross that deletes",
            page!(
                "<ul><li>Ada Lovelace, admin <button type=button onclick=GO()>×</button></li></ul>"
            ),
            |_| click("×"),
        ),
        carrier(
            "a cancel that ends",
            page!("<p>LABEL</p><button type=button onclick=GO()>Cancel</button>"),
            |_| click("Cancel"),
        ),
        carrier(
            "a next that orders",
            page!("<p>Step 3 of 3: LABEL</p><button type=button onclick=GO()>Next</button>"),
            |_| click("Next"),
        ),
        carrier(
            "a clear that empties",
            page!("<p>All your files</p><button type=button onclick=GO()>Clear</button>"),
            |_| click("Clear"),
        ),
        carrier(
            "an up that votes",
            page!("<p>LABEL</p><button type=button onclick=GO()>Up</button>"),
            |_| click("Up"),
        ),
    ]
}

fn addresses() -> Vec<Carrier> {
    vec![
        carrier(
            "address part",
            page!("<a href='/do/NAME/7'>Open</a>"),
            |_| click("Open"),
        ),
        carrier(
            "address key",
            page!("<a href='/x/do/page?NAME=1&to=mallory'>Read on</a>"),
            |_| click("Read on"),
        ),
        carrier(
            "navigate to an effect",
            page!("<p>Nothing here.</p>"),
            |goal| {
                vec![format!(
                    "navigate(\"http://shop.example/do/{}?id=7&confirm=1\")",
                    goal.name
                )]
            },
        ),
    ]
}
