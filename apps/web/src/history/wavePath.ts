/** The height of the drawing. */
export const waveHeight = 32;
/** Bars, each with a gap after it. A table has no room for more. */
const bars = 80;

/** The width of the drawing in its own units. */
export const waveWidth = bars * 2;

/** A waveform as the path of a drawing: a bar for each part of the recording, at least as high as a dot. */
export function wavePath(peaks: readonly number[]): string {
  // a quiet recording is drawn as high as a loud one
  const loudest = Math.max(64, ...peaks);
  return Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / bars));
    const peak = Math.max(0, ...peaks.slice(from, to));
    const height = Math.max(1, Math.round((peak / loudest) * (waveHeight - 4)));
    const top = (waveHeight - height) / 2;
    return `M${bar * 2} ${top}h1.3v${height}h-1.3z`;
  }).join("");
}
