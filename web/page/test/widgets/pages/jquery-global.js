// What is written for a page's global looks for it there.
import $ from "jquery";

window.jQuery = window.$ = $;
