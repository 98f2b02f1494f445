const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** An instant in UTC as MM/DD/YYYY hh:mm A (spec 2 §9); '---' for none. */
export function formatUtc(at: string | null | undefined): string {
  const date = readInstant(at);
  if (date === undefined) return "---";
  const hour = date.getUTCHours();
  const day = `${twoDigits(date.getUTCMonth() + 1)}/${twoDigits(date.getUTCDate())}/${date.getUTCFullYear()}`;
  return `${day} ${twoDigits(hour % 12 || 12)}:${twoDigits(date.getUTCMinutes())} ${hour < 12 ? "AM" : "PM"}`;
}

/** The same instant where the reader is, with the name of the zone; what lies on hover. */
export function formatLocal(at: string | null | undefined, zone?: string): string {
  const date = readInstant(at);
  if (date === undefined) return "";
  return new Intl.DateTimeFormat("en-US", {
    dateStyle: "medium",
    timeStyle: "long",
    ...(zone ? { timeZone: zone } : {}),
  }).format(date);
}

const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** How long ago or ahead, in words. */
export function formatAgo(at: string | null | undefined, now: number): string {
  const date = readInstant(at);
  if (date === undefined) return "---";
  const seconds = Math.round((date.getTime() - now) / 1000);
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return "just now";
}

/** How long something takes, shortly: 45 s, 3 min, 2 h 5 min. */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return "---";
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}

/** How long a call was, to the second; '---' for one that nobody answered. */
export function formatLength(seconds: number | null): string {
  if (!seconds) return "---";
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function readInstant(at: string | null | undefined): Date | undefined {
  if (!at) return undefined;
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
