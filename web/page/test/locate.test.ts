/** Finding an element again: the point really hits it, or the answer says why not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Basis, DocumentCapture, SemanticNode } from "../src/contract.ts";
import { onPage, origin, type Tab } from "./browser.ts";

function named(capture: DocumentCapture, name: string): SemanticNode {
  const node = capture.interactiveTree.find((each) => each.n === name);
  assert.ok(node, `no "${name}" among ${capture.interactiveTree.map((each) => each.n).join(", ")}`);
  return node;
}

/** What a harmless decision about a control was made on. */
function basisOf(target: SemanticNode, harmless = true): Basis {
  return { document: "", origin: origin(0), target, harmless };
}

/** What a real click at the located point operates, as the page tells. */
async function clickAt(tab: Tab, id: string, basis?: Basis): Promise<void> {
  const at = await tab.world.locate(id, basis);
  assert.ok(at.ok, JSON.stringify(at));
  await tab.page.mouse.click(at.x, at.y);
}

const REACHED = [
  ["mail.html", 60],
  ["widgets.html", 20],
  ["delegated.html", 20],
  ["shop.html", 40],
  ["settings.html", 15],
  ["news.html", 15],
  ["inputs.html", 30],
] as const;

for (const [path, count] of REACHED) {
  test(`a click at the point reaches every control of ${path}`, () =>
    onPage(path, async (tab) => {
      const capture = await tab.world.observe();
      await tab.page.evaluate(() => {
        const hits: string[] = [];
        Object.assign(window, { hits });
        addEventListener(
          "click",
          (event) => {
            hits.push(idAt(event.target as Element));
            event.preventDefault();
            event.stopImmediatePropagation();
          },
          true,
        );
        const idAt = (el: Element): string =>
          (el.closest("label") as HTMLLabelElement | null)?.control?.getAttribute("data-llm-id") ??
          el.closest("[data-llm-id]")?.getAttribute("data-llm-id") ??
          "none";
        addEventListener("mousedown", (event) => event.preventDefault(), true);
      });
      const free = capture.interactiveTree.filter(
        (node) => !node.occ && !node.s?.includes("disabled") && node.r !== "scroll",
      );
      assert.ok(free.length >= count, String(free.length));
      for (const node of free) await clickAt(tab, node.i, basisOf(node));
      assert.deepEqual(
        await tab.page.evaluate("hits"),
        free.map((node) => node.i),
      );
    }));
}

test("a covered control is refused until the cover is gone", () =>
  onPage("overlay.html", async (tab) => {
    const capture = await tab.world.observe();
    const exported = named(capture, "Export");
    assert.equal(exported.occ, true);
    const refused = await tab.world.locate(exported.i);
    assert.deepEqual(refused, { ok: false, refusal: "covered", message: "the element is covered by <div>" });
    await clickAt(tab, named(capture, "Close").i);
    await clickAt(tab, exported.i);
    assert.equal(await tab.page.title(), "Exported");
  }));

const TABS = `<ul role="tablist">
  <li role="tab" tabindex="0"><a href="#one" tabindex="-1" style="display:block">Summary</a></li>
  <li role="tab" tabindex="0"><a href="https://elsewhere.test/" tabindex="-1" style="display:block">Details</a></li>
</ul>`;

test("a tab is reached through its own link within the page, and through no link that leads on", () =>
  onPage("overlay.html", async (tab) => {
    await tab.page.evaluate((body) => {
      document.body.innerHTML = body;
    }, TABS);
    const capture = await tab.world.observe();
    for (const [name, ok] of [
      ["Summary", true],
      ["Details", false],
    ] as const) {
      const node = capture.interactiveTree.find((each) => each.n === name && each.r === "tab");
      assert.ok(node, name);
      assert.equal((await tab.world.locate(node.i)).ok, ok, name);
    }
  }));

test("an element below the fold is scrolled to", () =>
  onPage("infinite-list.html", async (tab) => {
    await tab.world.observe();
    await tab.page.evaluate("scrollTo(0, 1200)");
    const far = named(await tab.world.observe(), "Photo 17");
    await tab.page.evaluate("scrollTo(0, 0)");
    await clickAt(tab, far.i, basisOf(far));
    assert.equal(await tab.page.evaluate("location.hash"), "#photo-17");
  }));

test("a re-rendered control keeps its id, even when its place has changed", () =>
  onPage("rerender.html", async (tab) => {
    const before = await tab.world.observe();
    await tab.page.evaluate("draw()");
    const same = await tab.world.observe();
    assert.deepEqual(
      same.interactiveTree.map(({ i, n }) => [i, n]),
      before.interactiveTree.map(({ i, n }) => [i, n]),
    );
    await tab.page.evaluate("addFirst('Dates')");
    const after = await tab.world.observe();
    for (const name of ["Remove Apples", "Remove Bread", "Remove Cheese", "Pay"])
      assert.equal(named(after, name).i, named(before, name).i, name);
  }));

test("an id whose element was re-created is healed without another look", () =>
  onPage("rerender.html", async (tab) => {
    const bread = named(await tab.world.observe(), "Remove Bread");
    await tab.page.evaluate("addFirst('Dates')");
    const at = await tab.world.locate(bread.i, basisOf(bread));
    assert.ok(at.ok && at.healed);
    await tab.page.mouse.click(at.x, at.y);
    assert.deepEqual(await tab.page.locator("li").allInnerTexts(), [
      "Dates Remove Dates",
      "Apples Remove Apples",
      "Cheese Remove Cheese",
    ]);
  }));

test("an id whose element is gone for good is stale, not its neighbour", () =>
  onPage("rerender.html", async (tab) => {
    const bread = named(await tab.world.observe(), "Remove Bread");
    await tab.page.evaluate("document.querySelector('[data-remove=Bread]').click()");
    const refused = await tab.world.locate(bread.i, basisOf(bread));
    assert.deepEqual(refused, {
      ok: false,
      refusal: "stale",
      message: 'the btn "Remove Bread" is gone and nothing in view matches it',
    });
  }));

test("a recycled row is never clicked for the one it showed before", () =>
  onPage("virtual-list.html", async (tab) => {
    const third = named(await tab.world.observe(), "Call 3");
    await tab.page.evaluate("document.getElementById('box').scrollTop = 20000; draw()");
    const refused = await tab.world.locate(third.i, basisOf(third));
    assert.ok(!refused.ok);
    assert.equal(refused.refusal, "stale");
    await tab.page.evaluate("document.getElementById('box').scrollTop = 40; draw()");
    await clickAt(tab, third.i, basisOf(third));
    assert.equal(await tab.page.locator("#log").innerText(), "Called Contact 3");
  }));

test("a row of which two could be meant is stale", () =>
  onPage("rerender.html", async (tab) => {
    const bread = named(await tab.world.observe(), "Remove Bread");
    await tab.page.evaluate("goods.push('Bread'); goods.unshift(...'abcdefghijklmnop'); draw()");
    const refused = await tab.world.locate(bread.i, basisOf(bread));
    assert.ok(!refused.ok && refused.refusal === "stale");
  }));

test("forged, moved and copied ids do not mislead", () =>
  onPage("forged-ids.html", async (tab) => {
    const before = await tab.world.observe();
    const good = named(before, "Save draft");
    assert.equal(new Set(before.interactiveTree.map((node) => node.i)).size, 4);
    await tab.page.evaluate("swap(); clone()");
    const at = await tab.world.locate(good.i, basisOf(good));
    assert.ok(at.ok && !at.healed);
    assert.equal(
      await tab.page.evaluate(([x, y]) => document.elementFromPoint(x as number, y as number)?.id, [at.x, at.y]),
      "good",
    );
    const after = await tab.world.observe();
    assert.equal(named(after, "Delete account").i, named(before, "Delete account").i);
    assert.equal(after.interactiveTree.filter((node) => node.i === good.i).length, 1);
    assert.equal(await tab.page.locator("#good").first().getAttribute("data-llm-id"), good.i);
  }));

test("disabled, undrawn and unknown elements are refused with their reason", () =>
  onPage("inputs.html", async (tab) => {
    const capture = await tab.world.observe();
    const reasons: string[] = [];
    const reason = async (id: string): Promise<void> => {
      const answer = await tab.world.locate(id);
      reasons.push(answer.ok ? "ok" : answer.refusal);
    };
    await reason(named(capture, "Coupon").i);
    await tab.page.evaluate("document.getElementById('volume').style.display = 'none'");
    await reason(named(capture, "Volume").i);
    await reason("9999");
    assert.deepEqual(reasons, ["disabled", "invisible", "not_found"]);
  }));

test("a toggle that is not drawn is clicked by its label", () =>
  onPage("inputs.html", async (tab) => {
    await clickAt(tab, named(await tab.world.observe(), "Dark mode").i);
    assert.equal(await tab.page.locator("#dark").isChecked(), true);
  }));

test("a control in a shadow tree is hit", () =>
  onPage("shadow.html", async (tab) => {
    await clickAt(tab, named(await tab.world.observe(), "Shadow button").i);
    assert.equal(await tab.page.title(), "Shadow clicked");
  }));

test("a hidden listener is listed and hit", () =>
  onPage("looks.html", async (tab) => {
    const capture = await tab.world.observe();
    await clickAt(tab, named(capture, "Hidden listener").i);
    assert.equal(await tab.page.title(), "heard");
    await clickAt(tab, named(capture, "small blue circle").i);
    assert.equal(await tab.page.title(), "dot");
  }));

test("a link around a tall picture is as large as the picture, and is clicked there without scrolling", () =>
  onPage("pictures.html", async (tab) => {
    const capture = await tab.world.observe();
    for (const [name, id, height] of [
      ["Front page", "front", 720],
      ["Wrapped", "wrapped", 90],
      ["Cropped", "cropped", 30],
    ] as const) {
      const node = named(capture, name);
      assert.ok(Math.abs((node.box?.[3] ?? 0) - height) < 10, `${name}: ${String(node.box)}`);
      const at = await tab.world.locate(node.i, basisOf(node));
      assert.ok(at.ok, JSON.stringify(at));
      const hit = await tab.page.evaluate(
        ([x, y]) => [document.elementFromPoint(x as number, y as number)?.closest("a")?.id, scrollY],
        [at.x, at.y],
      );
      assert.deepEqual(hit, [id, 0]);
    }
  }));

test("what a look cut is found by what the look said, and by its whole name", () =>
  onPage("hostile-names.html", async (tab) => {
    const capture = await tab.world.observe();
    const cut = capture.interactiveTree.filter(({ n }) => n.endsWith("…"));
    assert.ok(cut.length > 0);
    for (const node of cut) {
      const whole = await tab.page.evaluate((id) => {
        const el = document.querySelector(`[data-llm-id="${id}"]`);
        return el?.getAttribute("aria-label") ?? el?.textContent ?? "";
      }, node.i);
      for (const n of [node.n, whole]) {
        const at = await tab.world.locate(node.i, basisOf({ ...node, n }, false));
        assert.ok(at.ok, `${n}: ${JSON.stringify(at)}`);
      }
    }
  }));
