import { Button, Icon, type IconName } from "@screen-agent/ui";
import type { JSX } from "preact";
import type { Panel } from "../panel.ts";

const POINTS: readonly { icon: IconName; title: string; words: string }[] = [
  {
    icon: "press",
    title: "You say it, it does it",
    words:
      "Say in your own words what you want done on the page beside. It shows each step, outlines it on the page, and looks whether it worked.",
  },
  {
    icon: "eyeOff",
    title: "What it sees and touches",
    words:
      "What it sees of a page goes to your organisation's server and nowhere else, and only while you have asked for something there. Before it sends, buys, deletes or leaves the site, it asks you, unless you said just that.",
  },
  {
    icon: "stop",
    title: "How to stop it",
    words: "Press Stop at the top of this panel, or Escape. Nothing further is done from that moment.",
  },
];

/** What it does, what it may touch and how to stop it: shown once, and whenever it is asked for. */
export function Welcome({ panel }: { panel: Panel }): JSX.Element {
  const keys = panel.outside.stopKeys.value;
  return (
    <main class="welcome" aria-labelledby="welcome-title">
      <h1 id="welcome-title" tabIndex={-1}>
        Before you begin
      </h1>
      <ul>
        {POINTS.map(({ icon, title, words }) => (
          <li key={icon}>
            <Icon name={icon} />
            <div>
              <h2>{title}</h2>
              <p>
                {words}
                {icon === "stop" && keys && (
                  <>
                    {" "}
                    From anywhere in the browser: <kbd>{keys}</kbd>.
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <Button kind="primary" autofocus onClick={() => panel.welcome(false)}>
        Got it
      </Button>
    </main>
  );
}
