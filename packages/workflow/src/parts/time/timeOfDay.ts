/** Seconds after midnight of `HH:mm:ss` or `HH:mm`, optionally with AM or PM, or undefined. 24:00 is the end of the day. */
export function parseTime(text: string): number | undefined {
  const match = /^\s*(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap]\.?m\.?)?\s*$/i.exec(text);
  if (!match) return undefined;
  const [, hourText, minuteText, secondText = "0", half] = match;
  let hour = Number(hourText);
  const minute = Number(minuteText);
  const second = Number(secondText);
  if (half) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (half[0]?.toLowerCase() === "p" ? 12 : 0);
  }
  if (minute > 59 || second > 59) return undefined;
  const seconds = hour * 3600 + minute * 60 + second;
  return seconds <= 86_400 ? seconds : undefined;
}

const two = (number: number): string => String(number).padStart(2, "0");

/** The wire form `HH:mm:ss` (spec 2 §9). */
export const formatTime = (seconds: number): string =>
  `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;

/** For cards and lists: `5:30 PM`. */
export function showTime(seconds: number): string {
  const hour = Math.floor(seconds / 3600) % 24;
  return `${hour % 12 || 12}:${two(Math.floor(seconds / 60) % 60)} ${hour < 12 ? "AM" : "PM"}`;
}
