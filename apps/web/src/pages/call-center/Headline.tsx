import type { LiveCallCenter } from "@trunkline/contract/agents/callCenter.ts";
import type { ReactNode } from "react";
import { formatCount, formatShare } from "../../ui/text/formatFigure.ts";
import { formatSeconds } from "./formatSeconds.ts";
import classes from "./Headline.module.css";
import { StaysLink } from "./StaysLink.tsx";
import { secondsSince } from "./secondsSince.ts";
import { totalOf } from "./totalOf.ts";

/** The figures of all queues, work groups and live lists together. */
export function Headline({ live }: { live: LiveCallCenter }) {
  const { waiting, oldest, entered, answered, serviceLevel, abandonment, averageWait } = totalOf(live.places);
  const from = live.dayStart;
  const all = { place: null, from };
  const free = live.agents.filter(({ state }) => state === "available").length;
  const online = live.agents.filter(({ state }) => state !== "offline").length;
  return (
    <section aria-label="All queues">
      <dl className={classes["headline"]}>
        <Figure
          label="Waiting now"
          note={oldest === null ? "No one waits" : `Longest ${formatSeconds(secondsSince(oldest, live.at))}`}
        >
          <StaysLink {...all} figure="waiting">
            {formatCount(waiting)}
          </StaysLink>
        </Figure>
        <Figure
          label="Service level"
          note={`${formatCount(serviceLevel.count)} of ${formatCount(serviceLevel.of)} calls`}
        >
          <StaysLink {...all} figure="counted">
            {serviceLevel.rate === null ? "-" : formatShare(serviceLevel.count, serviceLevel.of)}
          </StaysLink>
        </Figure>
        <Figure label="Answered" note={`of ${formatCount(entered)} today`}>
          <StaysLink {...all} figure="answered">
            {formatCount(answered)}
          </StaysLink>
        </Figure>
        <Figure
          label="Abandoned"
          note={
            abandonment.rate === null
              ? "-"
              : `${formatShare(abandonment.count, abandonment.of)} of ${formatCount(abandonment.of)}`
          }
        >
          <StaysLink {...all} figure="allAbandoned">
            {formatCount(abandonment.count)}
          </StaysLink>
        </Figure>
        <Figure label="Average wait" note="until the answer">
          <StaysLink {...all} figure="answered">
            {formatSeconds(averageWait)}
          </StaysLink>
        </Figure>
        <Figure label="Agents available" note={`of ${formatCount(online)} online`}>
          {formatCount(free)}
        </Figure>
      </dl>
    </section>
  );
}

const Figure = ({ label, note, children }: { label: string; note: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className={classes["value"]}>{children}</dd>
    <dd className={classes["note"]}>{note}</dd>
  </div>
);
