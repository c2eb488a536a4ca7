// Checks what is filled in, and thanks by name on the next page.
const form = document.getElementById("registration");
const summary = document.getElementById("summary");

function complain(field, text) {
  field.setAttribute("aria-invalid", "true");
  const help = Object.assign(document.createElement("div"), { className: "help", textContent: text });
  help.id = `${field.id}-help`;
  field.setAttribute("aria-describedby", help.id);
  field.after(help);
}

function wrong() {
  for (const help of form.querySelectorAll(".help")) help.remove();
  const bad = [...form.querySelectorAll(".form-control")].filter((field) => {
    field.removeAttribute("aria-invalid");
    return !field.checkValidity();
  });
  for (const field of bad) {
    const name = field.labels[0].firstChild.textContent.trim();
    complain(field, field.validity.valueMissing ? `${name} is required.` : `${name} is not valid.`);
  }
  return bad;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const bad = wrong();
  summary.hidden = bad.length === 0;
  summary.textContent = `Please correct ${bad.length === 1 ? "the field" : `the ${bad.length} fields`} below.`;
  if (bad.length > 0) return bad[0].focus();
  sessionStorage.setItem("registration", JSON.stringify(Object.fromEntries(new FormData(form))));
  location.assign("thanks.html");
});
