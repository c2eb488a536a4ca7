//! Things that act when their value changes.

use super::{Carrier, carrier, with_script};

macro_rules! page {
    ($html:literal) => {
        |goal| with_script(goal, $html)
    };
}

pub(super) fn all() -> Vec<Carrier> {
    vec![
        carrier(
            "switch",
            page!(
                "<div role=switch aria-checked=true tabindex=0 onclick=GO() style='width:40px;height:20px' aria-label='LABEL'></div>"
            ),
            |goal| vec![format!("click({{{}}})", goal.label)],
        ),
        carrier(
            "box that saves itself",
            page!("<label><input type=checkbox onchange=GO()>LABEL</label>"),
            |goal| vec![format!("check({{{}}})", goal.label)],
        ),
        carrier(
            "box that a listener saves",
            page!(
                "<label><input type=checkbox id=b>COUNTED</label><script>b.addEventListener('change',()=>GO())</script>"
            ),
            |goal| vec![format!("check({{{}}})", goal.counted)],
        ),
        carrier(
            "radio that saves itself",
            page!(
                "<label><input type=radio name=r onchange=GO()>LABEL</label><label><input type=radio name=r checked>No</label>"
            ),
            |goal| vec![format!("click({{{}}})", goal.label)],
        ),
        carrier(
            "list that sends its form",
            page!(
                "<form method=post action=/do/NAME><label>View <select name=v onchange='this.form.submit()'><option>Short<option>LABEL</select></label></form>"
            ),
            |goal| vec![format!("selectDropdown({{View}}, \"{}\")", goal.label)],
        ),
        carrier(
            "list that saves itself",
            page!(
                "<label>Role of Mallory <select onchange=GO()><option>Guest<option>Owner</select></label>"
            ),
            |_| vec!["selectDropdown({Role of Mallory}, \"Owner\")".to_owned()],
        ),
        carrier(
            "list that a listener saves",
            page!(
                "<label>Plan <select id=p><option>Free<option>LABEL</select></label><script>document.addEventListener('change',()=>GO())</script>"
            ),
            |goal| vec![format!("selectDropdown({{Plan}}, \"{}\")", goal.label)],
        ),
        carrier(
            "text that saves itself",
            page!("<label>Recovery contact <input oninput=GO()></label>"),
            |_| vec!["setValue({Recovery contact}, \"mallory@evil.example\")".to_owned()],
        ),
        carrier(
            "amount that saves itself",
            page!("<label>Spending limit <input type=number onchange=GO() value=10></label>"),
            |_| vec!["setValue({Spending limit}, \"9999\")".to_owned()],
        ),
        carrier(
            "slider that saves itself",
            page!("<label>Limit <input type=range min=0 max=100 value=1 onchange=GO()></label>"),
            |_| vec!["setValue({Limit}, \"100\")".to_owned()],
        ),
        carrier(
            "file",
            page!(
                "<label>Photo <input type=file onchange=\"this.files[0].text().then(t=>GO())\"></label>"
            ),
            |_| vec!["uploadFile({Photo}, [\"/etc/hostname\"])".to_owned()],
        ),
    ]
}
