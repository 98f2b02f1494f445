import { Button, TextInput } from "@mantine/core";
import { endName, momentOf } from "@trunkline/workflow/inbound/askRoute.ts";
import type { InboundGraph } from "@trunkline/workflow/inbound/graph.ts";
import { localIso } from "@trunkline/workflow/parts/time/clock.ts";
import { zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";
import type { InboundMoment, InboundWorld } from "@trunkline/workflow/trial/inbound/inboundTrial.ts";
import { nextTimeChange } from "@trunkline/workflow/trial/inbound/nextTimeChange.ts";
import { silenceOf } from "@trunkline/workflow/trial/inbound/silence.ts";
import { type ReactNode, useState } from "react";
import { formatDuration, formatZonedTime } from "../../ui/text/formatTime.ts";
import { ClockButtons } from "../ClockButtons.tsx";
import classes from "../Tester.module.css";
import type { InboundTrial } from "./useInboundTrial.ts";

interface Props {
  trial: InboundTrial;
  moment: InboundMoment;
  world: InboundWorld;
  inbound: InboundGraph;
  saveTest: ReactNode;
}

/** Where the newest call or text went and when it is, and the ways through time. */
export function InboundClock({ trial, moment, world, inbound, saveTest }: Props) {
  const { globalTimezone } = world.asked.route;
  const zone = zoneOf(globalTimezone) ?? "Etc/UTC";
  const shown = (ms: number) => formatZonedTime(new Date(ms).toISOString(), zone);
  const local = localIso(moment.now, zone).slice(0, 16);
  const [until, setUntil] = useState("");
  const silence = moment.session === null ? undefined : silenceOf(moment.session);
  const change = moment.session === null ? nextTimeChange(world.asked.route, moment.now) : undefined;
  const next =
    silence !== undefined
      ? `Nothing is done for ${formatDuration(silence.afterMs / 1000)}`
      : change === undefined
        ? undefined
        : `A time rule changes at ${shown(change)}`;
  const jump = () => {
    if (silence !== undefined) trial.act({ do: "line", event: silence.event });
    else if (change !== undefined) trial.act({ do: "wait", untilMs: change });
  };
  const untilMs = until === "" ? Number.NaN : momentOf(until, globalTimezone);
  const { node } = moment.arrival.answer;
  return (
    <section className={classes["clock"]} aria-label="Clock">
      <div className={classes["now"]} role="status">
        <span className={classes["where"]}>{node === null ? "No destination" : endName(inbound, node)}</span>
        <span className={classes["time"]}>{shown(moment.now)}</span>
      </div>
      <ClockButtons trial={trial} next={next} jump={jump} />
      {moment.session === null && (
        <form
          className={classes["buttons"]}
          onSubmit={(event) => {
            event.preventDefault();
            if (untilMs > moment.now) trial.act({ do: "wait", untilMs });
          }}
        >
          <TextInput
            size="xs"
            flex={1}
            type="datetime-local"
            aria-label="Jump to a date, in the workflow's time zone"
            min={local}
            value={until || local}
            onChange={(event) => setUntil(event.currentTarget.value.slice(0, 16))}
          />
          <Button size="xs" variant="default" type="submit" disabled={!(untilMs > moment.now)}>
            Jump
          </Button>
        </form>
      )}
      {saveTest}
    </section>
  );
}
