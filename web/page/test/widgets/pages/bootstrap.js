import { Modal, Toast } from "bootstrap";
import "bootstrap/dist/css/bootstrap.css";

document.body.innerHTML = `<div class="container">
  <nav class="navbar"><div class="dropdown"><button class="btn btn-secondary dropdown-toggle" data-bs-toggle="dropdown" aria-expanded="false">Actions</button>
    <ul class="dropdown-menu"><li><a class="dropdown-item" href="#copy">Copy</a></li><li><button class="dropdown-item">Delete</button></li></ul></div></nav>
  <ul class="nav nav-tabs"><li class="nav-item"><a class="nav-link active" aria-current="page" href="#a">Active</a></li><li class="nav-item"><a class="nav-link disabled" aria-disabled="true">Disabled</a></li></ul>
  <div class="form-check"><input class="form-check-input" type="checkbox" id="c1" checked><label class="form-check-label" for="c1">Checked box</label></div>
  <div class="form-check form-switch"><input class="form-check-input" type="checkbox" role="switch" id="s1"><label class="form-check-label" for="s1">Night mode</label></div>
  <div class="btn-group" role="group" aria-label="Align"><input type="radio" class="btn-check" name="o" id="o1" checked><label class="btn btn-outline-primary" for="o1">Left</label>
    <input type="radio" class="btn-check" name="o" id="o2"><label class="btn btn-outline-primary" for="o2">Right</label></div>
  <div class="form-floating"><input class="form-control" id="mail" placeholder="name@example.com" value="ada@example.org"><label for="mail">Email address</label></div>
  <label for="r" class="form-label">Example range</label><input type="range" class="form-range" id="r" value="70">
  <div class="input-group"><span class="input-group-text">@</span><input class="form-control" placeholder="Username" aria-label="Username"></div>
  <div class="accordion"><div class="accordion-item"><h2 class="accordion-header"><button class="accordion-button collapsed" data-bs-toggle="collapse" data-bs-target="#one" aria-expanded="false">Terms of use</button></h2><div id="one" class="accordion-collapse collapse"><div class="accordion-body">Be kind.</div></div></div></div>
  <ul class="pagination"><li class="page-item"><a class="page-link" href="#p" aria-label="Previous"><span aria-hidden="true">&laquo;</span></a></li><li class="page-item active"><a class="page-link" href="#1" aria-current="page">1</a></li><li class="page-item"><a class="page-link" href="#2">2</a></li></ul>
  <div class="alert alert-success alert-dismissible" role="alert">The profile was saved. <button type="button" class="btn-close" data-bs-dismiss="alert" aria-label="Close"></button></div>
  <div class="alert alert-success mt-2">Your note is on its way.</div>
  <button class="btn btn-primary" id="ask">Delete account</button> <button class="btn" id="bread">Make toast</button>
  <div class="toast-container position-fixed bottom-0 end-0"><div class="toast" role="alert" aria-live="assertive"><div class="toast-body">Hello from the toast.</div></div></div>
  <div class="modal" tabindex="-1" id="sure"><div class="modal-dialog"><div class="modal-content"><div class="modal-header"><h5 class="modal-title">Are you sure?</h5><button class="btn-close" data-bs-dismiss="modal" aria-label="Close"></button></div><div class="modal-footer"><button class="btn btn-danger">Yes, delete</button></div></div></div></div>
</div>`;
document.querySelector("#ask").addEventListener("click", () => new Modal("#sure").show());
document.querySelector("#bread").addEventListener("click", () => new Toast(".toast", { autohide: false }).show());
