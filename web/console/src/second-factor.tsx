/** A second factor: a code of the person's app at each sign-in. */
import type { SecondFactorOffer } from "@screen-agent/api";
import { Button, Field, Form } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Part, Told, useOutcome } from "./account.tsx";
import { Read } from "./columns.tsx";
import { useServer } from "./server.ts";
import { useLoaded } from "./use-loaded.ts";

/** Where one is on the way to it. */
type Stage = { at: "start" } | { at: "offered"; offer: SecondFactorOffer } | { at: "codes"; codes: string[] };

export function SecondFactor(): JSX.Element {
  const { client } = useServer();
  const standing = useLoaded("totp", (signal) => client.secondFactor(signal));
  const [stage, setStage] = useState<Stage>({ at: "start" });
  const [outcome, act] = useOutcome();
  const begin = (password: string): Promise<void> =>
    act(async () => {
      setStage({ at: "offered", offer: await client.offerSecondFactor({ password }) });
      return null;
    });
  const confirm = (code: string): Promise<void> =>
    act(async () => {
      setStage({ at: "codes", codes: (await client.confirmSecondFactor({ code })).recoveryCodes });
      standing.reload();
      return { good: true, words: "The second factor is on." };
    });
  const turnOff = (password: string, code: string): Promise<void> =>
    act(async () => {
      await client.turnOffSecondFactor({ password, code });
      setStage({ at: "start" });
      standing.reload();
      return { good: true, words: "The second factor is off." };
    });

  return (
    <Part id="totp-title" title="Second factor">
      {stage.at === "offered" && (
        <Offered offer={stage.offer} onCode={confirm} onCancel={() => setStage({ at: "start" })} />
      )}
      {stage.at === "codes" && <Codes codes={stage.codes} onDone={() => setStage({ at: "start" })} />}
      {stage.at === "start" && (
        <Read loaded={standing}>
          {({ enabled, recoveryCodesLeft }) =>
            enabled ? <On left={recoveryCodesLeft} onOff={turnOff} /> : <Off onBegin={begin} />
          }
        </Read>
      )}
      <Told outcome={outcome} />
    </Part>
  );
}

function Off({ onBegin }: { onBegin: (password: string) => Promise<void> }): JSX.Element {
  return (
    <Form class="narrow" aria-labelledby="totp-title" onWords={(words) => void onBegin(words("password"))}>
      <p class="soft">It is off. With it, a code of an app on your phone is asked for after your password.</p>
      <Field label="Your password" type="password" name="password" autocomplete="current-password" required />
      <Button submit kind="primary">
        Set it up
      </Button>
    </Form>
  );
}

interface OfferedProps {
  offer: SecondFactorOffer;
  onCode: (code: string) => Promise<void>;
  onCancel: () => void;
}

function Offered({ offer, onCode, onCancel }: OfferedProps): JSX.Element {
  const code = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => code.current?.focus(), []);
  return (
    <Form class="narrow" aria-labelledby="totp-title" onWords={(words) => void onCode(words("code"))}>
      <p>Read this picture with your app, or type the secret below it. Then enter the code that the app shows.</p>
      {offer.qrSvg && (
        <img
          class="qr"
          alt="The secret as a QR code; it stands below in letters"
          src={`data:image/svg+xml,${encodeURIComponent(offer.qrSvg)}`}
        />
      )}
      <p>
        Secret: <code class="secret">{offer.secret.match(/.{1,4}/g)?.join(" ")}</code>
      </p>
      <Field label="Code" ref={code} name="code" inputMode="numeric" autocomplete="one-time-code" required />
      <div class="row">
        <Button submit kind="primary">
          Turn it on
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </Form>
  );
}

function Codes({ codes, onDone }: { codes: string[]; onDone: () => void }): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => list.current?.focus(), []);
  return (
    <div class="narrow" ref={list} tabIndex={-1} aria-label="Recovery codes" role="group">
      <p>
        <strong>Keep these codes where you can find them without your phone.</strong> Each signs you in once in its
        place. They are not shown again.
      </p>
      <ul class="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button kind="primary" onClick={onDone}>
        I have saved them
      </Button>
    </div>
  );
}

function On({ left, onOff }: { left: number; onOff: (password: string, code: string) => Promise<void> }): JSX.Element {
  return (
    <Form class="narrow" aria-labelledby="totp-title" onWords={(words) => void onOff(words("password"), words("code"))}>
      <p class="soft">
        It is on. {left === 1 ? "1 recovery code is" : `${left} recovery codes are`} left; turn it off and on again for
        new ones.
      </p>
      <Field label="Your password" type="password" name="password" autocomplete="current-password" required />
      <Field label="Code of your app, or a recovery code" name="code" autocomplete="one-time-code" required />
      <Button submit>Turn it off</Button>
    </Form>
  );
}
