import { Select, SimpleGrid, TextInput } from "@mantine/core";
import { DaysPicker } from "../DaysField.tsx";
import { TimeSelect } from "../TimeField.tsx";
import { ZoneSelect } from "../ZoneSelect.tsx";
import { type Timing, wallClock } from "./timing.ts";

interface Props {
  timing: Timing;
  change: (part: Partial<Timing>) => void;
  issues: Partial<Record<keyof Timing, string>>;
}

const yearMs = 365 * 86_400_000;

/** The time of a one-time run, up to one year ahead (spec 2 §9). */
export function OnceFields({ timing, change, issues }: Props) {
  const now = new Date();
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
        <TextInput
          type="datetime-local"
          label="Date and time"
          withAsterisk
          min={wallClock(now, timing.timezoneId)}
          max={wallClock(new Date(now.getTime() + yearMs), timing.timezoneId)}
          value={timing.at}
          onChange={(event) => change({ at: event.currentTarget.value })}
          error={issues.at}
        />
        <ZoneSelect timezoneId={timing.timezoneId} onChange={(timezoneId) => change({ timezoneId })} />
      </SimpleGrid>
      <MissedField timing={timing} change={change} />
    </>
  );
}

/** The schedule of a recurring run: days, time, zone and expiry (spec 2 §5.6). */
export function RecurringFields({ timing, change, issues }: Props) {
  return (
    <>
      <DaysPicker
        label="Days"
        required
        value={timing.dayOfWeek}
        onChange={(dayOfWeek) => change({ dayOfWeek })}
        error={issues.dayOfWeek}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
        <TimeSelect
          label="Time of day"
          withAsterisk
          value={timing.timeOfDay}
          onChange={(timeOfDay) => change({ timeOfDay })}
          error={issues.timeOfDay}
        />
        <ZoneSelect timezoneId={timing.timezoneId} onChange={(timezoneId) => change({ timezoneId })} />
        <TextInput
          type="date"
          label="Expiration"
          description="The last day it can run. Leave empty to run forever."
          min={wallClock(new Date(), timing.timezoneId).slice(0, 10)}
          value={timing.expire}
          onChange={(event) => change({ expire: event.currentTarget.value })}
          error={issues.expire}
        />
        <MissedField timing={timing} change={change} />
      </SimpleGrid>
    </>
  );
}

/** What happens to a start that was missed while the server was down (readings, Schedules). */
function MissedField({ timing, change }: Pick<Props, "timing" | "change">) {
  return (
    <Select
      label="If a start is missed"
      description="What to do if the server was down at the scheduled time."
      allowDeselect={false}
      data={[
        { value: "once", label: "Run once, late" },
        { value: "skip", label: "Skip it" },
      ]}
      value={timing.missed}
      onChange={(missed) => missed && change({ missed: missed as Timing["missed"] })}
    />
  );
}
