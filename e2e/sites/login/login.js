// Asks the server on every try, as a real form does, so that tries can be counted there. The one account
// of this page is a made-up one.
const account = { email: "nora@brightwater.example", password: "blue-kettle-41" };
const form = document.getElementById("login");
const error = document.getElementById("error");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  error.textContent = "";
  const { email, password } = Object.fromEntries(new FormData(form));
  await fetch("try", { method: "POST" });
  if (email === account.email && password === account.password) return location.assign("account.html");
  form.password.value = "";
  error.textContent = "Invalid credentials. Please check your e-mail and password.";
});
