/** A model that the test plays, behind the real protocol. */
import { type Child, end, start } from "./child.ts";
import { built } from "./place.ts";

/** What the model was asked. */
export interface Told {
  id: number;
  /** act, correct, plan, judge, glance, analyse … */
  topic: string | null;
  user: string;
  picture: string | null;
}

/** An object is fitted to the schema of the request; a string is said as it is; a number is a status. */
export type Says = Record<string, unknown> | string | number;

/** Answers by topic. `act` also answers for `correct`. */
export type Script = Partial<Record<string, (told: Told) => Says | Promise<Says>>>;

export class ScriptedModel {
  readonly told: Told[] = [];
  private readonly mistakes: string[] = [];
  private over = false;

  private constructor(
    private readonly child: Child,
    private readonly door: string,
    readonly url: string,
    private readonly script: Script,
  ) {}

  static async start(script: Script): Promise<ScriptedModel> {
    const child = await start(built("scripted-model"), [], /^(\{.*\})$/, { PATH: process.env.PATH });
    const at = JSON.parse(child.ready) as { model: string; script: string };
    const model = new ScriptedModel(child, at.script, at.model, script);
    void model.play();
    return model;
  }

  private async play(): Promise<void> {
    while (!this.over) {
      const told = await fetch(`${this.door}/question`).then(
        (answer) => answer.json() as Promise<Told | null>,
        () => null,
      );
      if (!told) return;
      this.told.push(told);
      void this.answer(told);
    }
  }

  private async answer(told: Told): Promise<void> {
    const own = this.script[told.topic ?? ""] ?? (told.topic === "correct" ? this.script.act : undefined);
    let says: Says = 500;
    try {
      if (own) says = await own(told);
      else this.mistakes.push(`nothing is scripted for ${told.topic}`);
    } catch (error) {
      this.mistakes.push(String(error));
    }
    await fetch(`${this.door}/answer/${told.id}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(says),
    }).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.over = true;
    await end(this.child.process, "SIGKILL");
    if (this.mistakes.length > 0) throw new Error(`the script of the model: ${this.mistakes.join("; ")}`);
  }
}

/** Id of the control with this name, as the model reads it: `[12 btn Save]`. */
export function idOf(told: Told, name: string): string {
  const found = new RegExp(`\\[(\\S+) \\S+ ${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`).exec(told.user);
  if (!found?.[1]) throw new Error(`no ${name} in ${told.user}`);
  return /^\d+$/.test(found[1]) ? found[1] : `"${found[1]}"`;
}

/** What to do next, as a model says it. */
export function act(action: string, thought = "As the test says."): Says {
  return { thought, action, confidence: 0.95 };
}

/** What a look at the page comes to. */
export function judged(succeeded: boolean, completed: boolean): Says {
  return { action_succeeded: succeeded, task_completed: completed, confidence: 0.95, reason: "As the test says." };
}
