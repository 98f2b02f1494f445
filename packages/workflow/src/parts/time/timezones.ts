import { timezoneRows } from "../data/timezones.ts";

/** A time zone in forms: quarter hours from UTC in standard time, 1000 and up for zones that share an offset (readings, Time-zone ids). */
export interface Timezone {
  timezoneId: number;
  name: string;
  /** IANA zone, whose daylight saving is observed. */
  zone: string;
}

/** All zones, ordered by offset. */
export const timezones: readonly Timezone[] = timezoneRows.map(([timezoneId, name, zone]) => ({
  timezoneId,
  name,
  zone,
}));

/** Mountain time in a destination's picker, where -28 means the workflow's own zone (readings, Inbound designer). */
const destinationMountainId = 1000;

const zonesById = new Map(timezones.map(({ timezoneId, zone }) => [timezoneId, zone]));
zonesById.set(destinationMountainId, "America/Denver");

/** The IANA zone of a time-zone id, or undefined. */
export const zoneOf = (timezoneId: number): string | undefined => zonesById.get(timezoneId);

/** Options of a destination's zone picker: -28 is "Workflow's time zone", and Mountain has its own id. */
export const destinationTimezones: readonly Timezone[] = timezones.map((timezone) =>
  timezone.timezoneId === -28 ? { ...timezone, timezoneId: destinationMountainId } : timezone,
);
