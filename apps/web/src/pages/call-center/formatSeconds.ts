const two = (part: number): string => String(part).padStart(2, "0");

/** Seconds as 1:05 or 1:02:05, and "-" where there are none. */
export function formatSeconds(seconds: number | null): string {
  if (seconds === null) return "-";
  const whole = Math.max(0, Math.round(seconds));
  const minutes = Math.floor(whole / 60);
  const rest = two(whole % 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}
