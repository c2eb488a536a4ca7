/** Opens the panel: beside the page where the browser can, else in a window of its own. */
import { browser } from "wxt/browser";

const PAGE = "/sidepanel.html";
const SIZE = { width: 420, height: 800 };

/** Firefox's own; the types know Chromium's names only. */
interface SidebarAction {
  toggle(): Promise<void>;
}

/** A click on the action, and the keys that stand for it, open the panel. */
export function openOnClick(): void {
  const sidebar = (browser as { sidebarAction?: SidebarAction }).sidebarAction;
  if (browser.sidePanel?.setPanelBehavior) {
    void browser.sidePanel
      .setPanelBehavior({ openPanelOnActionClick: true })
      .catch((error: unknown) => console.warn("the side panel does not open on a click", error));
  } else if (sidebar) {
    browser.action.onClicked.addListener(() => void sidebar.toggle());
  } else {
    browser.action.onClicked.addListener((tab) => void openWindow(tab.id));
  }
}

/** The panel of a tab; one that is open already comes to the front. */
async function openWindow(tabId: number | undefined): Promise<void> {
  const url = browser.runtime.getURL(`${PAGE}${tabId === undefined ? "" : `?tab=${tabId}`}` as `${typeof PAGE}`);
  const [open] = (await browser.tabs.query({})).filter((tab) => tab.url === url);
  if (open?.id !== undefined) {
    await browser.tabs.update(open.id, { active: true });
    await browser.windows?.update(open.windowId, { focused: true });
  } else if (browser.windows?.create) {
    await browser.windows.create({ url, type: "popup", ...SIZE });
  } else {
    await browser.tabs.create({ url });
  }
}
