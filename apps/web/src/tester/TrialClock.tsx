import { Button, TextInput } from "@mantine/core";
import { IconChecklist } from "@tabler/icons-react";
import { isOver, nextEventAt, type TrialMoment } from "@trunkline/workflow/trial/trial.ts";
import { useState } from "react";
import { formatZonedTime } from "../ui/text/formatTime.ts";
import { ClockButtons } from "./ClockButtons.tsx";
import classes from "./Tester.module.css";
import { localText } from "./TrialAnswers.tsx";
import type { Trial } from "./useTrial.ts";

interface ClockProps {
  trial: Trial;
  moment: TrialMoment;
  nodeName: (id: number) => string;
  /** Undefined where no test can be saved. */
  saveTest: (() => void) | undefined;
}

/** Where the contact is and when, and the ways through time. */
export function TrialClock({ trial, moment, nodeName, saveTest }: ClockProps) {
  const { setup } = trial;
  const [until, setUntil] = useState("");
  const zone = setup.contact.zones[0];
  const { at, status } = moment.player.journey;
  const next = nextEventAt(moment);
  const where = isOver(moment)
    ? status === "failed"
      ? "The journey failed"
      : "The journey ended"
    : at === null
      ? ""
      : nodeName(at);
  const untilMs = Date.parse(until);
  return (
    <section className={classes["clock"]} aria-label="Clock">
      <div className={classes["now"]} role="status">
        <span className={classes["where"]}>{where}</span>
        <span className={classes["time"]}>{formatZonedTime(new Date(moment.now).toISOString(), zone)}</span>
      </div>
      <ClockButtons
        trial={trial}
        next={next === undefined ? undefined : formatZonedTime(new Date(next).toISOString(), zone)}
        jump={() => trial.act({ do: "wait" })}
      />
      {moment.pending === null && !isOver(moment) && (
        <form
          className={classes["buttons"]}
          onSubmit={(event) => {
            event.preventDefault();
            if (untilMs > moment.now) trial.jumpTo(untilMs);
          }}
        >
          <TextInput
            size="xs"
            flex={1}
            type="datetime-local"
            aria-label="Jump to a date, in your time zone"
            min={localText(moment.now)}
            value={until || localText(moment.now)}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
          <Button size="xs" variant="default" type="submit" disabled={!(untilMs > moment.now)}>
            Jump
          </Button>
        </form>
      )}
      {saveTest !== undefined && (
        <Button size="xs" variant="default" leftSection={<IconChecklist size={14} />} onClick={saveTest}>
          Save as test
        </Button>
      )}
    </section>
  );
}
