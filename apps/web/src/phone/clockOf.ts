const two = (part: number): string => String(part).padStart(2, "0");

/** Whole seconds as 1:05 or 1:02:05. */
export function clockOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes}:${two(seconds % 60)}` : `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
