import { Button, Field, Form } from "@screen-agent/ui";
import type { JSX } from "preact";
import type { Panel } from "../panel.ts";

/** What is to be taken out of the page: names of fields. */
export function ExtractForm({ panel, onDone }: { panel: Panel; onDone: () => void }): JSX.Element {
  const extract = async (fields: string): Promise<void> => {
    if (await panel.asking.extract(fields)) onDone();
  };
  return (
    <Form class="extract" onWords={(words) => void extract(words("fields"))}>
      <Field
        name="fields"
        label="Fields"
        hint="Names with a comma between, such as: price, weight, in stock"
        required
        maxLength={1000}
        autocomplete="off"
      />
      <div class="buttons">
        <Button submit disabled={panel.busy.value}>
          Extract
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </Form>
  );
}
