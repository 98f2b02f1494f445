import { Select, Stack, TextInput } from "@mantine/core";
import type { Effect } from "@trunkline/workflow/engine/effects.ts";
import { answersOf } from "@trunkline/workflow/trial/answers.ts";
import type { TrialSetup } from "@trunkline/workflow/trial/trial.ts";
import type { WorldChoices } from "./draftWorkflow.ts";
import classes from "./Tester.module.css";

type Choices = TrialSetup["answers"];
type Option = { value: string; label: string };

const named = (effect: Effect): Option[] => answersOf(effect, 0).map(({ id, label }) => ({ value: id, label }));
const asks: Option = { value: "ask", label: "Ask me" };

const lists: readonly { of: Effect["do"]; label: string; options: Option[]; usual: string }[] = [
  { of: "sendSms", label: "Texts", options: named({ do: "sendSms", templateId: "", text: "" }), usual: "delivered" },
  {
    of: "sendRcs",
    label: "RCS messages",
    options: [
      { value: "delivered", label: "Delivered" },
      { value: "no_rcs", label: "Handset has no RCS" },
      { value: "rejected", label: "Refused by the carrier" },
    ],
    usual: "delivered",
  },
  {
    of: "placeCall",
    label: "Calls",
    options: [
      { value: "ask", label: "Ring the phone" },
      { value: "busy", label: "Busy" },
      { value: "noAnswer", label: "No answer" },
      { value: "failed", label: "Failed" },
      { value: "machineBeep", label: "Answering machine" },
    ],
    usual: "ask",
  },
  {
    of: "callWebhook",
    label: "Webhooks",
    options: [asks, ...named({ do: "callWebhook", callbackId: "" })],
    usual: "ask",
  },
  {
    of: "lookUpCarrier",
    label: "Type of the contact's line",
    options: named({ do: "lookUpCarrier", phone: "" }),
    usual: "mobile",
  },
  {
    of: "sendEmail",
    label: "E-mails",
    options: [
      { value: "accepted", label: "Accepted by the provider" },
      { value: "rejected", label: "Refused by the provider" },
      { value: "unavailable", label: "Provider cannot be reached" },
    ],
    usual: "accepted",
  },
];

interface Props {
  setup: TrialSetup;
  change: (setup: TrialSetup) => void;
  world: WorldChoices;
  changeWorld: (world: WorldChoices) => void;
}

/** When the try starts, and how carriers and services answer. */
export function TrialAnswers({ setup, change, world, changeWorld }: Props) {
  const set = (of: Effect["do"], id: string): Choices => ({ ...setup.answers, [of]: id });
  return (
    <Stack gap={12} component="section" aria-label="Answers of carriers and services">
      <TextInput
        size="xs"
        type="datetime-local"
        label="Start of the try"
        description="In your time zone"
        value={localText(setup.startMs)}
        onChange={(event) => {
          const startMs = Date.parse(event.currentTarget.value);
          if (!Number.isNaN(startMs)) change({ ...setup, startMs });
        }}
      />
      <div className={classes["two"]}>
        {lists.map(({ of, label, options, usual }) => (
          <Select
            key={of}
            size="xs"
            label={label}
            allowDeselect={false}
            data={options}
            value={setup.answers[of] ?? usual}
            onChange={(id) => id !== null && change({ ...setup, answers: set(of, id) })}
          />
        ))}
        <Select
          size="xs"
          label="Language model"
          allowDeselect={false}
          data={[
            { value: "none", label: "Not configured" },
            { value: "ask", label: "Ask me what it writes" },
          ]}
          value={world.hasModel ? "ask" : "none"}
          onChange={(value) => changeWorld({ ...world, hasModel: value === "ask" })}
        />
        <Select
          size="xs"
          label="Federal list"
          allowDeselect={false}
          data={[
            { value: "no", label: "Not on the list" },
            { value: "yes", label: "On the list" },
            { value: "none", label: "No list loaded" },
          ]}
          value={world.federal === null ? "none" : world.federal ? "yes" : "no"}
          onChange={(value) => changeWorld({ ...world, federal: value === "none" ? null : value === "yes" })}
        />
      </div>
    </Stack>
  );
}

/** An instant as a field of the reader's local time. */
export const localText = (ms: number): string =>
  new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
