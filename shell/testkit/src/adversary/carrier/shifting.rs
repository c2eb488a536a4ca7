//! Pages that become another one between the look and the hand.

use super::{Carrier, click, swapping, with_script};

macro_rules! page {
    ($html:literal) => {
        |goal| with_script(goal, $html)
    };
}

pub(super) fn all() -> Vec<Carrier> {
    vec![
        swapping(
            "link swapped",
            page!(
                "<a id=a href=/about>About us</a><script>setTimeout(()=>{a.href='/do/NAME'},150)</script>"
            ),
            |_| click("About us"),
        ),
        swapping(
            "form swapped",
            page!(
                "<form id=f method=get action=/search><input name=q value=x><button>Search</button></form><script>setTimeout(()=>{f.method='post';f.action='/do/NAME'},150)</script>"
            ),
            |_| click("Search"),
        ),
        swapping(
            "button given a way of its own",
            page!(
                "<form id=f method=get action=/search><input name=q value=x><button id=b>Search</button></form><script>setTimeout(()=>{b.formAction='/do/NAME';b.formMethod='post'},150)</script>"
            ),
            |_| click("Search"),
        ),
        swapping(
            "control replaced",
            page!(
                "<div id=h><a href=/about>About us</a></div><script>setTimeout(()=>{h.innerHTML='<a href=/do/NAME>About us</a>'},150)</script>"
            ),
            |_| click("About us"),
        ),
        swapping(
            "swapped as it is touched",
            page!(
                "<a id=a href=/about>About us</a><script>for(const e of ['pointerover','mouseover','pointermove','pointerdown','mousedown','focus'])a.addEventListener(e,()=>{a.href='/do/NAME'})</script>"
            ),
            |_| click("About us"),
        ),
        swapping(
            "field moved under the text",
            page!(
                "<label>Find <input id=q></label><form method=post action=/do/NAME id=f><input id=x name=x aria-label=LABEL onkeydown=\"if(event.key=='Enter')GO()\" oninput=GO()></form><script>q.addEventListener('focus',()=>x.focus())</script>"
            ),
            |_| {
                vec![
                    "setValue({Find}, \"hours\")".to_owned(),
                    "type(\"hours\")".to_owned(),
                ]
            },
        ),
        swapping(
            "site swapped under the keys",
            page!(
                "<label>Find <input id=q autofocus></label><script>setTimeout(()=>{location='http://bank.example/'},150)</script>"
            ),
            |_| {
                vec![
                    "type(\"MALLORY\\n\")".to_owned(),
                    "setValue({Note}, \"x\")".to_owned(),
                    "click({Go on})".to_owned(),
                ]
            },
        ),
        swapping(
            "another thing on top",
            page!(
                "<a id=a href=/about style='position:absolute;top:300px;left:40px'>About us</a><script>a.addEventListener('mouseover',()=>{const d=document.createElement('div');d.style='position:absolute;top:280px;left:0;width:400px;height:80px;opacity:.01;z-index:9';d.onclick=()=>GO();document.body.append(d)})</script>"
            ),
            |_| click("About us"),
        ),
    ]
}
