import type { ConversationData } from "@screen-agent/api/packets";
import type { JSX } from "preact";
import { AnswerTurn, QuestionTurn } from "./answer.tsx";
import { keptTurns } from "./kept.ts";

export interface KeptConversationProps {
  data: ConversationData;
  /** Level of the answers' titles among the page's headings. */
  level?: 2 | 3;
}

/** A conversation as it was kept, to be read. */
export function KeptConversation({ data, level = 3 }: KeptConversationProps): JSX.Element {
  const turns = keptTurns(data);
  if (turns.length === 0) return <p class="soft">Nothing that was said in it is kept.</p>;
  return (
    <div class="kept">
      {turns.map((turn) =>
        turn.from === "person" ? (
          <QuestionTurn key={turn.id} {...turn} />
        ) : (
          <AnswerTurn key={turn.id} {...turn} level={level} />
        ),
      )}
    </div>
  );
}
