import { type Schedule, scheduleStatus } from "@trunkline/contract/runs/schedule.ts";
import { dateOf, weekdayOf } from "@trunkline/workflow/parts/time/calendar.ts";
import { localMoment } from "@trunkline/workflow/parts/time/clock.ts";
import { paths } from "../../../paths.ts";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { plural } from "../../../ui/text/formatFigure.ts";
import { formatZonedTime } from "../../../ui/text/formatTime.ts";
import { type CalendarDay, type ComingRun, calendarOf } from "./comingRuns.ts";
import classes from "./Month.module.css";

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface Props {
  schedules: readonly Schedule[];
  year: number;
  /** 1 is January. */
  month: number;
  name: string;
}

/** A month with the runs to come, and a list of days with runs on a narrow screen. */
export function Month({ schedules, year, month, name }: Props) {
  const nowMs = Date.now();
  const today = localMoment(nowMs, zone).epochDay;
  const weeks = calendarOf(schedules, { year, month, nowMs, zone });
  const count = weeks.flat().reduce((sum, { runs, isInMonth }) => sum + (isInMonth ? runs.length : 0), 0);
  return (
    <>
      <p className={classes["count"]} role="status">
        {count === 0 ? `No runs to come in ${name}` : `${plural(count, "run")} to come in ${name}`}
      </p>
      <table className={classes["month"]} aria-label={name}>
        <thead>
          <tr>
            {weekdays.map((day) => (
              <th key={day} scope="col" abbr={day}>
                {day.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.epochDay} data-past={week.every(({ epochDay }) => epochDay < today) || undefined}>
              {week.map((day) => (
                <Day key={day.epochDay} day={day} isToday={day.epochDay === today} isPast={day.epochDay < today} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const Day = ({ day, isToday, isPast }: { day: CalendarDay; isToday: boolean; isPast: boolean }) => (
  <td
    data-today={isToday || undefined}
    data-off={!day.isInMonth || isPast || undefined}
    data-empty={day.runs.length === 0 || undefined}
    aria-current={isToday ? "date" : undefined}
  >
    <time className={classes["day"]} dateTime={dateOf(day.epochDay)}>
      <span className={classes["weekday"]}>{weekdays[weekdayOf(day.epochDay)]} </span>
      {day.number}
    </time>
    {day.runs.length > 0 && (
      <ul className={classes["runs"]}>
        {day.runs.map((run) => (
          <li key={`${run.schedule.eventId} ${run.atMs}`}>
            <Run run={run} />
          </li>
        ))}
      </ul>
    )}
  </td>
);

/** Leads to the row of the schedule, where it can be changed. */
function Run({ run: { schedule, atMs } }: { run: ComingRun }) {
  const { displayName } = schedule.createBatchRequest;
  const isPaused = schedule.status === scheduleStatus.paused;
  const at = new Date(atMs);
  return (
    <PathLink
      to={paths.enrollmentsPane(schedule.recurring ? "recurring" : "scheduled")}
      search={{ q: displayName }}
      className={classes["run"]}
      data-paused={isPaused || undefined}
      title={`${displayName}: ${schedule.campaignName}, ${formatZonedTime(at.toISOString())}`}
    >
      <span className={classes["at"]}>{at.toLocaleTimeString("en-US", { hour: "2-digit", minute: "2-digit" })}</span>{" "}
      <span className={classes["name"]}>
        {displayName}
        {isPaused && " (paused)"}
      </span>
    </PathLink>
  );
}
