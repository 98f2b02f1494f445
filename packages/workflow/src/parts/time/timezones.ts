import { timezoneRows } from "../data/timezones.ts";

/** A time zone as forms pick it: quarter hours from UTC in standard time, 1000 and up for zones that share an offset (readings, Time-zone ids). */
export interface Timezone {
  timezoneId: number;
  name: string;
  /** IANA zone, whose daylight saving is observed. */
  zone: string;
}

/** All zones, in the order of their offset. */
export const timezones: readonly Timezone[] = timezoneRows.map(([timezoneId, name, zone]) => ({
  timezoneId,
  name,
  zone,
}));

/** Mountain time in a destination's picker, where -28 stands for the workflow's own zone (readings, Inbound designer). */
const destinationMountainId = 1000;

const zonesById = new Map(timezones.map(({ timezoneId, zone }) => [timezoneId, zone]));
zonesById.set(destinationMountainId, "America/Denver");

/** The IANA zone of a time-zone id; undefined when there is none. */
export const zoneOf = (timezoneId: number): string | undefined => zonesById.get(timezoneId);

/** The choices of a destination's zone picker: -28 is the entry "Workflow's time zone", Mountain has an id of its own. */
export const destinationTimezones: readonly Timezone[] = timezones.map((timezone) =>
  timezone.timezoneId === -28 ? { ...timezone, timezoneId: destinationMountainId } : timezone,
);
