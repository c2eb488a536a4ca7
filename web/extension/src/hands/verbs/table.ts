/** Every action and how it is done. A new one in the catalogue does not compile until it is here. */
import type { DomActionName } from "@screen-agent/api";
import { acceptDialog, dismissDialog, waitForDialog } from "./dialogs.ts";
import { check, selectDropdown, setValue, uncheck, uploadFile } from "./field.ts";
import { blur, focus, press, type } from "./keyboard.ts";
import { dropdownOptions, findText, getAttribute, getBoundingBox, getText, isEnabled, isVisible, scroll, scrollContainer, waitFor, waitForElement } from "./looking.ts";
import { click, doubleClick, dragAndDrop, hover, rightClick } from "./pointer.ts";
import { clearCookies, clearStorage, getCookies, getLocalStorage, setCookie, setLocalStorage } from "./stored.ts";
import { closeTab, createTab, getTabs, switchTab } from "./tabs.ts";
import { evaluate, generatePdf, getMetrics, interceptRequest, mockResponse, screenshot, startTracing, stopTracing, terminal } from "./tools.ts";
import { goBack, goForward, navigate, search, wait } from "./travel.ts";
import type { Verb } from "./verb.ts";

export const VERBS: Readonly<Record<DomActionName, Verb>> = {
  click,
  doubleClick,
  rightClick,
  hover,
  dragAndDrop,
  setValue,
  type,
  press,
  focus,
  blur,
  check,
  uncheck,
  dropdownOptions,
  selectDropdown,
  uploadFile,
  scroll,
  scroll_container: scrollContainer,
  findText,
  getText,
  getAttribute,
  getBoundingBox,
  isVisible,
  isEnabled,
  navigate,
  search,
  goBack,
  goForward,
  wait,
  waitForElement,
  wait_for: waitFor,
  createTab,
  switch: switchTab,
  close: closeTab,
  getTabs,
  evaluate,
  screenshot,
  generatePdf,
  acceptDialog,
  dismissDialog,
  waitForDialog,
  interceptRequest,
  mockResponse,
  getCookies,
  setCookie,
  clearCookies,
  getLocalStorage,
  setLocalStorage,
  clearStorage,
  startTracing,
  stopTracing,
  getMetrics,
  finish: terminal,
  fail: terminal,
};
