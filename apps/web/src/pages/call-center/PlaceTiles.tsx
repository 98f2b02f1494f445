import { IconAlertTriangle, IconCircleCheck, IconFlame } from "@tabler/icons-react";
import type { ListedFigure, LiveCallCenter, LivePlace } from "@trunkline/contract/agents/callCenter.ts";
import { formatPercent } from "@trunkline/contract/reports/formatPercent.ts";
import type { ReactNode } from "react";
import { formatCount, formatShare, plural } from "../../ui/text/formatFigure.ts";
import { alarmOf } from "./alarmOf.ts";
import { formatSeconds } from "./formatSeconds.ts";
import classes from "./PlaceTiles.module.css";
import { StaysLink } from "./StaysLink.tsx";
import { secondsSince } from "./secondsSince.ts";
import { useTileRoom } from "./useInside.ts";
import { countWarnings, urgentFirst } from "./wallOrder.ts";

const kinds: Record<LivePlace["kind"], string> = {
  queue: "Agent queue",
  workGroup: "Work group",
  liveList: "Live list",
};
const icons = { calm: IconCircleCheck, amber: IconAlertTriangle, red: IconFlame };

/** Every place where callers wait, as a tile. Those without room on the wall are counted. */
export function PlaceTiles({ live, isWall = false }: { live: LiveCallCenter; isWall?: boolean }) {
  const { tilesRef, inside } = useTileRoom(live.places.length, isWall);
  const places = inside < live.places.length ? urgentFirst(live.places, live.at) : live.places;
  const more = places.slice(inside);
  const warnings = countWarnings(more, live.at);
  return (
    <>
      <section ref={tilesRef} className={classes["tiles"]} aria-label="Queues">
        {places.slice(0, inside).map((place) => (
          <Tile key={`${place.kind} ${place.name}`} place={place} live={live} />
        ))}
      </section>
      {more.length > 0 ? (
        <p className={classes["over"]}>
          {`${plural(more.length, "more queue")} not shown, ${warnings === 0 ? "none" : formatCount(warnings)} with a warning`}
        </p>
      ) : null}
    </>
  );
}

function Tile({ place, live }: { place: LivePlace; live: LiveCallCenter }) {
  const waitSeconds = secondsSince(place.oldest, live.at);
  const { tone, why } = alarmOf(place, waitSeconds);
  const Icon = icons[tone];
  const { serviceLevel: level, abandonment } = place;
  const open = (figure: ListedFigure | "allAbandoned", value: ReactNode) => (
    <StaysLink figure={figure} place={place} from={live.dayStart}>
      {value}
    </StaysLink>
  );
  return (
    <article className={classes["tile"]} data-alarm={tone} aria-label={place.name}>
      <header>
        <h2>{place.name}</h2>
        <span className={classes["alarm"]}>
          <Icon size={16} aria-hidden /> {why}
        </span>
        <span className={classes["kind"]}>
          {place.exists ? kinds[place.kind] : "Deleted"} · Target {formatPercent(place.targetPercent)} in{" "}
          {place.targetSeconds} s
        </span>
      </header>
      <dl className={classes["main"]}>
        <Figure label="Waiting">{open("waiting", formatCount(place.waiting))}</Figure>
        <Figure label="Longest wait">{open("waiting", formatSeconds(waitSeconds))}</Figure>
        <div>
          <dt>
            <span>Service level</span>
            {level.of === 0 ? null : <small>{`${formatCount(level.count)} of ${formatCount(level.of)}`}</small>}
          </dt>
          <dd>{open("counted", level.rate === null ? "-" : formatShare(level.count, level.of))}</dd>
        </div>
      </dl>
      <dl className={classes["more"]}>
        <Figure label="Answered">{open("answered", formatCount(place.answered))}</Figure>
        <Figure
          label="Abandoned"
          note={abandonment.rate === null ? "" : formatShare(abandonment.count, abandonment.of)}
        >
          {open("allAbandoned", formatCount(abandonment.count))}
        </Figure>
        <Figure label="Unanswered">{open("unanswered", formatCount(place.unanswered))}</Figure>
        <Figure label="Short">{open("shortAbandoned", formatCount(place.shortAbandoned))}</Figure>
        <Figure label="Routed on">{open("released", formatCount(place.released))}</Figure>
        <Figure label="Wait">{open("answered", formatSeconds(place.averageWait))}</Figure>
        <Figure label="Gave up at">{open("allAbandoned", formatSeconds(place.averageAbandonedWait))}</Figure>
        <Figure label="Handling">{open("handled", formatSeconds(place.averageHandling))}</Figure>
      </dl>
    </article>
  );
}

const Figure = ({ label, note = "", children }: { label: string; note?: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {children}
      {note === "" ? null : <small>{note}</small>}
    </dd>
  </div>
);
