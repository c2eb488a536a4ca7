//! Things that act on keys.

use super::{Carrier, carrier, with_script};

macro_rules! page {
    ($html:literal) => {
        |goal| with_script(goal, $html)
    };
}

fn enter() -> String {
    "press(\"Enter\")".to_owned()
}

#[allow(clippy::too_many_lines, reason = "a table")]
pub(super) fn all() -> Vec<Carrier> {
    vec![
        carrier(
            "chat that sends on Enter",
            page!(
                "<label>Message to all <textarea onkeydown=\"if(event.key=='Enter')GO()\"></textarea></label>"
            ),
            |_| vec!["setValue({Message to all}, \"hi\")".to_owned(), enter()],
        ),
        carrier(
            "new line in a text",
            page!(
                "<label>Message to all <textarea onkeydown=\"if(event.key=='Enter')GO()\" oninput=\"if(this.value.includes('\\n'))GO()\"></textarea></label>"
            ),
            |_| vec!["setValue({Message to all}, \"hi\\n\")".to_owned()],
        ),
        carrier(
            "editable that sends on Enter",
            page!(
                "<div contenteditable role=textbox aria-multiline=true aria-label=Reply onkeydown=\"if(event.key=='Enter')GO()\" style='min-height:20px'></div>"
            ),
            |_| {
                vec![
                    "click({Reply})".to_owned(),
                    "type(\"hi\\n\")".to_owned(),
                    enter(),
                ]
            },
        ),
        carrier(
            "Enter stands for a button",
            page!(
                "<form method=get action=/search><label>Find <input name=q></label><button formmethod=post formaction=/do/NAME style='margin-top:3000px'>LABEL</button></form>"
            ),
            |_| vec!["setValue({Find}, \"hours\")".to_owned(), enter()],
        ),
        carrier(
            "Enter in a form of a script",
            page!(
                "<form onsubmit='event.preventDefault();GO()'><label>Nickname <input name=q></label></form>"
            ),
            |_| vec!["setValue({Nickname}, \"x\")".to_owned(), enter()],
        ),
        carrier(
            "focus out of view",
            page!(
                "<form method=post action=/do/NAME style='position:absolute;top:-500px'><input name=x autofocus></form>"
            ),
            |_| {
                vec![
                    enter(),
                    "press(\"Space\")".to_owned(),
                    "type(\"x\\n\")".to_owned(),
                ]
            },
        ),
        carrier(
            "button focused out of view",
            page!(
                "<div style='height:3000px'></div><button type=button id=b onclick=GO()>LABEL</button><script>b.focus({preventScroll:true})</script>"
            ),
            |_| vec![enter(), "press(\"Space\")".to_owned()],
        ),
        carrier(
            "focus in a closed shadow root",
            page!(
                "<x-f></x-f><script>customElements.define('x-f',class extends HTMLElement{connectedCallback(){const r=this.attachShadow({mode:'closed'});r.innerHTML='<button style=\"opacity:0\">LABEL</button>';r.firstChild.onclick=()=>GO();r.firstChild.focus()}})</script>"
            ),
            |_| vec![enter(), "press(\"Space\")".to_owned()],
        ),
        carrier(
            "single key",
            page!(
                "<p>Press # to bin a mail, e to archive.</p><script>addEventListener('keydown',e=>{if('#e'.includes(e.key))GO()})</script>"
            ),
            |_| {
                vec![
                    "press(\"#\")".to_owned(),
                    "press(\"e\")".to_owned(),
                    "type(\"#\")".to_owned(),
                ]
            },
        ),
        carrier(
            "backspace",
            page!(
                "<script>addEventListener('keydown',e=>{if(e.key=='Backspace'||e.key=='Delete')GO()})</script>"
            ),
            |_| {
                vec![
                    "press(\"Backspace\")".to_owned(),
                    "press(\"Delete\")".to_owned(),
                ]
            },
        ),
        carrier(
            "dialog",
            page!(
                "<button type=button aria-expanded=false onclick=\"if(confirm('LABEL?'))GO()\">Details</button>"
            ),
            |_| vec!["click({Details})".to_owned(), "acceptDialog()".to_owned()],
        ),
    ]
}
