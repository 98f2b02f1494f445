import { Button, Textarea } from "@mantine/core";
import type { Effect } from "@trunkline/workflow/engine/effects.ts";
import { answersOf } from "@trunkline/workflow/trial/answers.ts";
import type { TrialInput, TrialMoment } from "@trunkline/workflow/trial/trial.ts";
import { useState } from "react";
import classes from "./Tester.module.css";
import { fieldsOf } from "./TrialContact.tsx";

/** What the user decides for the outside world: the answer of a webhook, a carrier, a queue or a language model. */
export function TrialAsked({
  moment,
  names,
  act,
}: {
  moment: TrialMoment;
  names: ReadonlyMap<string, string>;
  act: (input: TrialInput) => void;
}) {
  const { pending, now } = moment;
  const [values, setValues] = useState("");
  if (pending === null || pending.effect.do === "placeCall") return null;
  const { effect } = pending;
  const vars = fieldsOf(values);
  const isWriting = effect.do === "askModel";
  const takesValues = effect.do === "callWebhook";
  return (
    <section className={classes["asked"]} aria-label="Answer">
      <p role="status">{questionOf(effect, names)}</p>
      {(takesValues || isWriting) && (
        <Textarea
          size="xs"
          label={isWriting ? "Text of the model" : "Values that it returns"}
          description={isWriting ? undefined : "Optional, one per line, such as balance = 12"}
          autosize
          maxRows={5}
          error={takesValues && vars === undefined ? "Enter one name = value per line" : undefined}
          value={values}
          onChange={(event) => setValues(event.currentTarget.value)}
        />
      )}
      <div className={classes["choices"]}>
        {isWriting && (
          <Button size="compact-sm" onClick={() => act({ do: "answer", id: "text", text: values })}>
            Write
          </Button>
        )}
        {answersOf(effect, now).map(({ id, label }, index) => (
          <Button
            key={id}
            size="compact-sm"
            variant={index === 0 && !isWriting ? "filled" : "default"}
            onClick={() =>
              act({ do: "answer", id, ...(takesValues && vars !== undefined && values.trim() !== "" && { vars }) })
            }
          >
            {withNames(label, names)}
          </Button>
        ))}
      </div>
    </section>
  );
}

/** Names in place of the ids that they belong to. */
const withNames = (label: string, names: ReadonlyMap<string, string>): string =>
  label.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/, (id) => names.get(id) ?? "the audience");

function questionOf(effect: Effect, names: ReadonlyMap<string, string>): string {
  switch (effect.do) {
    case "callWebhook":
      return `What does the webhook ${names.get(effect.callbackId) ?? ""} answer?`.replace("  ", " ");
    case "askModel":
      return "What does the language model write?";
    case "holdForAgent":
      return `What happens in queue ${effect.queueName}?`;
    case "sendSms":
      return "What happens to the text?";
    case "sendRcs":
      return "What happens to the RCS message?";
    case "sendEmail":
      return "What happens to the e-mail?";
    case "askAudiences":
      return "Which audiences is the contact in?";
    case "lookUpCarrier":
      return "What does the look-up find?";
    default:
      return "How does it end?";
  }
}
