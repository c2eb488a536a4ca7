import type { Page } from "playwright-core";

/** A page as it stands after something was done. */
export interface Scene {
  when: string;
  act?: (page: Page) => Promise<unknown>;
  /** What some line of the look says, without ids; " … " stands for anything. */
  says: readonly string[];
  /** What no line says. */
  never?: readonly string[];
  /** How faults begin that are known, and why they are there. One that is mended may not stay in this list. */
  known?: Readonly<Record<string, string>>;
}

export interface Widget {
  page: string;
  scenes: readonly Scene[];
}

const atFirst = (...says: string[]): Scene => ({ when: "at first", says });
const clicked = (selector: string, ...says: string[]): Scene => ({
  when: `clicked ${selector.replace(/\W+/g, " ").trim()}`,
  act: async (page) => {
    await page.keyboard.press("Escape");
    await page.locator(selector).first().click({ timeout: 5000 });
  },
  says,
});

export const WIDGETS: readonly Widget[] = [
  {
    page: "select2",
    scenes: [
      {
        ...atFirst(
          '[combobox "State" ="Wyoming" (collapsed)]',
          '[combobox "Author" (collapsed)]',
          '[combobox "Tags" ="Fantasy, Travel" (collapsed)]',
          '[btn "Remove item"] Fantasy',
        ),
        never: ['[inp "Wyoming"', '[combobox "Wyoming"'],
      },
      clicked(
        ".select2-selection",
        '[combobox "State" ="Wyoming" (expanded)]',
        '[opt "Alabama"]',
        '[opt "Wyoming" (selected,active)]',
        '[opt "Texas"]',
      ),
    ],
  },
  {
    page: "tom-select",
    scenes: [
      atFirst('[inp "Wish" (collapsed)]', '[inp "Floor" ="First" (collapsed)]', '[inp "Guests" (collapsed)]'),
      {
        ...clicked(".ts-control", '[opt "Breakfast" (active)]', '[opt "Late checkout"]'),
        never: ['[clickable "First"]'],
      },
    ],
  },
  {
    page: "choices",
    scenes: [
      { ...atFirst('[combobox "City" (collapsed)]', '[combobox "Extras" ="Gift wrap" (collapsed)]'), never: ["[sel"] },
      clicked(".choices", '[combobox "City" (expanded)]', '[opt "Genoa"]', '[opt "Oslo"]'),
    ],
  },
  {
    page: "react-select",
    scenes: [
      {
        ...atFirst(
          '[inp "Flavour" ="Vanilla" (collapsed)]',
          '[inp "Toppings" ="Chocolate, Strawberry" (collapsed)]',
          '[btn "Remove Chocolate"]',
          '[inp "Size" (collapsed)]',
        ),
        never: ["Vanilla [inp"],
      },
      {
        when: "a list in a portal",
        act: (page) => page.focus("#size").then(() => page.keyboard.press("ArrowDown")),
        says: ['[inp "Size" (expanded,focused)]', '[opt "Strawberry"'],
      },
    ],
  },
  {
    page: "antd",
    scenes: [
      {
        ...atFirst(
          '[inp "City" ="Lisbon" (collapsed)]',
          '[inp "Languages" ="Danish" (collapsed)]',
          '[inp "Arrival" ="2026-03-14"]',
          '[inp "Guests" ="2"]',
          '[radio "star star 3" (checked)]',
          '[radio "star star 4"]',
          '[slider "Volume" ="40"]',
          '[switch "Breakfast" (checked)]',
          '[radio "Port" (checked)] [radio "Starboard"]',
          '[radio "Weekly" (checked)]',
          '[inp "Password" (filled)] [btn "Show"]',
          '[chk "I agree" (checked)] [btn "Save"]',
          'th: [chk "Select all"] | [clickable "Boat" (ascending)] | Berth | [clickable "Length"]',
          'tr: [chk "Select row 1"] … "Marta"] | A12 | 9',
          '[treeitem "Harbour" (mixed,expanded)]',
        ),
        never: ["hush", "selector", "anticon"],
        known: {
          'not said: [radio "Port" (checked)]':
            "a block in a line of labels ends that line: both are said, one below the other",
        },
      },
      clicked(".ant-select", '[inp "City" ="Lisbon" (expanded', '[clickable "Genoa"]', '[clickable "Oslo"]'),
      clicked(
        ".ant-picker",
        '[btn "Next month"]',
        "th: Su | Mo | Tu",
        'tr: [clickable "8"] | [clickable "9"] | [clickable "10"]',
        '[clickable "31"]',
      ),
      clicked("text=Save", "The berth was saved"),
    ],
  },
  {
    page: "mui",
    scenes: [
      {
        ...atFirst(
          '[tab "Rooms" (selected)] [tab "Guests"]',
          '[combobox "Age" ="Twenty" (collapsed)]',
          '[inp "Movie" ="Heat" (collapsed)]',
          '[slider "Volume" ="30"]',
          '[radio "2 Stars" (checked)] [radio "3 Stars"]',
          '[chk "Breakfast" (checked)]',
          '[switch "Late arrival"]',
          '[textarea "Note"',
          '[btn "Left" (pressed)]',
          '[btn "page 2" (selected)]',
          '[combobox "Rows per page:" ="10" (collapsed)]',
        ),
        never: ["Mui", "muislider", '[clickable "Breakfast"]'],
      },
      clicked("[role=combobox]", '[opt "Ten"]', '[opt "Twenty" (selected,focused)]', '[opt "Thirty"]'),
      clicked("input[role=combobox]", '[opt "The Godfather"]', '[opt "Heat" (selected'),
      clicked("text=Save", "alert: … Preferences saved"),
    ],
  },
  {
    page: "radix",
    scenes: [
      atFirst(
        '[combobox "Fruit" ="pear" (collapsed)]',
        '[chk "Accept terms" (checked)]',
        '[switch "Airplane mode"]',
        '[radio "Default"] [radio "Compact" (checked)]',
        '[slider "Volume" ="50"]',
        '[tab "Account" (selected)] [tab "Password"]',
        '[btn "Is it accessible?" (collapsed)]',
        '[radio "Center" (checked)]',
      ),
      clicked("[role=combobox]", '[opt "apple"]', '[opt "pear" (selected,focused)]'),
      clicked("text=Options", '[menuitem "New tab"]', '[menuitem "Show bookmarks" (checked)]'),
      clicked("text=Remind me", "status: … Scheduled: catch up"),
    ],
  },
  {
    page: "bootstrap",
    scenes: [
      atFirst(
        '[btn "Actions" (collapsed)]',
        '[chk "Checked box" (checked)]',
        '[switch "Night mode"]',
        '[radio "Left" (checked)] [radio "Right"]',
        '[inp "Email address" ="ada@example.org"]',
        '[slider "Example range" ="70"]',
        '[btn "Terms of use" (collapsed)]',
        '[link "1" (selected)] [link "2"]',
        "alert: The profile was saved.",
        "status: Your note is on its way.",
      ),
      clicked(".dropdown-toggle", '[link "Copy"]', '[btn "Delete"]'),
      clicked("#bread", "alert: Hello from the toast."),
      clicked("#ask", "dialog: Are you sure?", '[btn "Yes, delete"]', '[btn "Delete account" covered]'),
    ],
  },
  {
    page: "flatpickr",
    scenes: [
      {
        ...atFirst('[inp "Arrival" ="2026-03-14" (readonly)]', '[clickable "March 9, 2026"]', '[sel "Month" ="March"]'),
        never: ['[clickable "March 4, 2026"]'],
      },
      clicked("#day", '[clickable "March 1, 2026"]', '[clickable "March 31, 2026"]'),
    ],
  },
  {
    page: "jquery-ui",
    scenes: [
      {
        ...atFirst(
          '[combobox "Speed" ="Fast" (collapsed)]',
          '[slider "Volume" ="60%"]',
          '[slider "Price range" ="15%"]',
          '[tab "Nunc tincidunt" (selected',
          '[menuitem "Books"]',
          '[radio "Two stars" (checked)]',
          '[clickable "Item 2"]',
        ),
        never: ["handle"],
      },
      clicked("#date", "th: Su | Mo", 'tr: [link "8"] | [link "9"]', '[clickable "Next"]'),
      clicked("#speed-button", '[combobox "Speed" ="Fast" (expanded', '[opt "Slow"]'),
      { ...clicked("#open", "dialog: … Empty the bin?", '[btn "Delete all"', '[btn "Cancel"]'), never: ["handle"] },
    ],
  },
  {
    page: "nouislider",
    scenes: [atFirst('[slider "lowest" ="20.00"]', '[slider "highest" ="80.00"]', '[slider "Guests" ="4.00"]')],
  },
  {
    page: "ag-grid",
    scenes: [
      {
        ...atFirst(
          'th: [clickable "Id"] | [chk "Column with Header Selection"] | [clickable "Part" (ascending)] | [clickable "Price"]',
          'tr: [clickable "3"] | [chk … ] | [clickable "Anchor 002"] | [clickable "12"] | [clickable "4"]',
          'tr: [clickable "9"] | [chk … ] | [clickable "Anchor 008"] | [clickable "18"]',
          '[combobox "Page Size" ="100" (collapsed)]',
          '[btn "Next Page"]',
        ),
        never: ["resize", "inline", '"value"'],
      },
      {
        when: "scrolled both ways",
        act: async (page) => {
          await page.mouse.move(500, 300);
          await page.mouse.wheel(600, 600);
          await page.waitForFunction(() => document.querySelector(".ag-row[aria-rowindex='20']"));
        },
        says: ['th: [clickable "Id"] | … "Week 3"', 'tr: [clickable "93"] | '],
      },
    ],
  },
  {
    page: "handsontable",
    scenes: [
      {
        ...atFirst(
          'th: … [clickable "Name"] … | [clickable "Year" (descending)] … | [clickable "Paid"] … | [clickable "Colour"]',
          'tr: [clickable "1"] | [clickable "Boat 100"] | [clickable "2099"] | [chk "Unchecked"] | [clickable "Red"]',
          'tr: [clickable "2"] | [clickable "Boat 99"] | [clickable "2098"] | [chk "Checked" (checked)] | [clickable "Red"]',
        ),
        never: ["covered", "changetype"],
        known: {
          'not told: gridcell "Select whole grid"': "the corner above the frozen parts says nothing that is drawn",
          "not said: ":
            "frozen columns and heads are drawn as tables of their own over the one that scrolls: each is said by itself",
          "said: covered": "what lies under a frozen column is its double",
        },
      },
    ],
  },
  {
    page: "tanstack",
    scenes: [
      atFirst(
        '[clickable "First name"] | [clickable "Age 🔽"] | [clickable "Status"]',
        'tr: [chk "Ada"] | Ada | 49 | Single',
        'tr: [chk "Kevin" (checked)] | Kevin | 48 | Married',
        '="Show 10"]',
      ),
    ],
  },
  {
    page: "quill",
    scenes: [
      atFirst(
        '[textarea "Compose an epic..." ="Hello Ada Your boat is ready. Bring the keys."]',
        "h2: Hello Ada",
        "Your boat is ready.",
        "Bring the keys.",
        '[btn "Normal"',
        '[btn "bold"]',
      ),
    ],
  },
  {
    page: "codemirror",
    scenes: [
      {
        ...atFirst('="let boats = 3; for (const each of list) {…"]', "let boats = 3;", "sail(each);"),
        never: ["gutter"],
      },
    ],
  },
  { page: "monaco", scenes: [atFirst('[textarea "Source"]', "let boats = 3;", "sail(boats);")] },
  {
    page: "prosemirror",
    scenes: [
      atFirst('="Hello ProseMirror First line. Second line."]', "h3: Hello ProseMirror", "First line.", "Second line."),
    ],
  },
  {
    page: "tiptap",
    scenes: [atFirst('[textarea "Your comment" ="Hello World! One Two"]', "Hello World!", "li: One", "li: Two")],
  },
  {
    page: "fullcalendar",
    scenes: [
      atFirst(
        "th: Sun | Mon | Tue",
        'tr: [clickable "1"] | [clickable "2"] … [clickable "Regatta"]',
        '[clickable "12"] [clickable "10:30a Harbour tour"] | [clickable "13"]',
        '[btn "month" (pressed)] [btn "week"]',
        "h2: March 2026",
      ),
    ],
  },
  {
    page: "leaflet",
    scenes: [
      {
        ...atFirst(
          '[btn "Zoom in"]',
          '[radio "Streets" (checked)]',
          '[radio "Satellite"]',
          '[chk "Marinas"]',
          '[btn "North pier"]',
        ),
        never: ['[clickable "1 km"]', '[clickable "Streets"]'],
      },
      clicked(".dot", "North pier", "12 berths free", '[btn "Close popup"]'),
    ],
  },
  {
    page: "sortable",
    scenes: [atFirst('li: [clickable "☰ Rope"', '[clickable "☰ Charts"', '[clickable "Red"', '[clickable "Green"')],
  },
];
