import { ActionIcon, Button, Title } from "@mantine/core";
import { IconCircle, IconCircleCheckFilled, IconX } from "@tabler/icons-react";
import type { ChecklistStep, Home } from "@trunkline/contract/reports/home.ts";
import { useChecklist } from "../../actions/useChecklist.ts";
import { useMe } from "../../api/me.ts";
import { paths } from "../../paths.ts";
import { PathLink } from "../../ui/page/PathLink.tsx";
import classes from "./Checklist.module.css";

interface Step {
  title: string;
  help: string;
  act: string;
  to: string;
  search?: Readonly<Record<string, string>>;
}

const steps = (isSimulated: boolean): Record<ChecklistStep, Step> => ({
  number: {
    title: "Get a number",
    help: "Your contacts see it as the sender, and can text and call it. Put it into a number set.",
    act: "Get a number",
    to: paths.numbers,
    search: { take: "yes" },
  },
  contacts: {
    title: "Add contacts",
    help: "Drop a CSV file. Columns are matched by their names, and rows with problems are set aside.",
    act: "Import contacts",
    to: paths.importContacts,
  },
  workflow: {
    title: "Create your first workflow",
    help: "Start from a ready-made one and change its texts, or draw your own.",
    act: "Open the library",
    to: paths.library,
  },
  run: {
    title: "Run it",
    help: "Choose the workflow and its contacts. The summary shows who is left out, the cost and the time.",
    act: "Start a run",
    to: paths.createRunner,
  },
  reply: {
    title: "Get the first reply",
    help: isSimulated
      ? "Open a contact’s handset on the simulated carrier and reply to the text."
      : "Replies appear in the inbox, next to what the workflow sent.",
    act: isSimulated ? "Open a handset" : "Open the inbox",
    to: isSimulated ? paths.simulatedCarrier() : paths.inbox(),
  },
  carrier: {
    title: "Connect a real carrier",
    help: "Until then, texts and calls only reach the simulated carrier.",
    act: "Connect a carrier",
    to: paths.settings("carriers"),
  },
});

/** The steps of a new account, which tick themselves from its data. */
export function Checklist({ steps: states }: { steps: NonNullable<Home["checklist"]>["steps"] }) {
  const { dismiss } = useChecklist();
  const shown = steps(useMe().simulated);
  const done = states.filter((one) => one.done).length;
  const next = states.find((one) => !one.done)?.step;
  return (
    <section className={classes["checklist"]} aria-label="Get started">
      <div className={classes["head"]}>
        <Title order={2}>Get started</Title>
        <span className={classes["done"]}>
          {done === states.length ? "All done" : `${done} of ${states.length} done`}
        </span>
        <ActionIcon variant="subtle" color="gray" aria-label="Dismiss checklist" onClick={() => void dismiss()}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      <ol className={classes["steps"]}>
        {states.map((state) => (
          <StepLine key={state.step} step={shown[state.step]} isDone={state.done} isNext={state.step === next} />
        ))}
      </ol>
    </section>
  );
}

function StepLine({ step, isDone, isNext }: { step: Step; isDone: boolean; isNext: boolean }) {
  const { title, help, act, to, search = {} } = step;
  const Icon = isDone ? IconCircleCheckFilled : IconCircle;
  return (
    <li className={classes["step"]} data-done={isDone || undefined} data-next={isNext || undefined}>
      <Icon
        size={20}
        stroke={1.6}
        className={classes["icon"] ?? ""}
        role="img"
        aria-label={isDone ? "Done" : "To do"}
      />
      <div className={classes["words"]}>
        <div className={classes["title"]}>{title}</div>
        {isDone ? null : <p className={classes["help"]}>{help}</p>}
      </div>
      {isDone ? null : (
        <Button
          size="compact-sm"
          variant={isNext ? "filled" : "default"}
          component={PathLink}
          to={to}
          search={search}
          className={classes["act"] ?? ""}
        >
          {act}
        </Button>
      )}
    </li>
  );
}
