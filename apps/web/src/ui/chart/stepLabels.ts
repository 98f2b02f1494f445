/** A name below a chart: its step, and its middle as a share of the width. */
export interface StepLabel {
  at: number;
  text: string;
  middle: number;
}

interface Room {
  /** Of the chart, pixels. */
  width: number;
  fontSize: number;
  /** The first step that is named. Default 0. */
  from?: number | undefined;
  /** So far the first name may reach out at the left, pixels. Default: as at the right. */
  reach?: number | undefined;
}

/** From each name to the next, in steps: halves and quarters of days in quarters of an hour and hours, days above them. */
const strides = [1, 2, 4, 8, 12, 24, 48, 96];
/** Of a letter or digit, in its font's size. */
const letterWidth = 0.57;
const gap = 12;
/** Names may reach so far out of the chart. */
const margin = 12;

/** The lines of a name. */
export const linesOf = (text: string): string[] => text.split("\n");

/** The names that fit below the steps of a chart, evenly spread. Nothing before the width is known. */
export function stepLabels(steps: readonly string[], { width, fontSize, from = 0, reach = margin }: Room): StepLabel[] {
  if (width === 0) return [];
  const slot = width / steps.length;
  const widthOf = (text: string): number =>
    Math.max(...linesOf(text).map(({ length }) => length)) * letterWidth * fontSize;
  const longest = steps.reduce((most, text) => Math.max(most, widthOf(text)), 0);
  const days = Math.ceil((longest + gap) / slot / 96);
  const stride = strides.find((one) => one * slot >= longest + gap) ?? days * 96;
  const labels: StepLabel[] = [];
  let free = -reach;
  for (let at = from; at < steps.length; at += stride) {
    const text = steps[at] ?? "";
    const half = widthOf(text) / 2;
    const middle = Math.max((at + 0.5) * slot, half - reach);
    if (at > from && (middle - half < free || middle + half > width + margin)) continue;
    labels.push({ at, text, middle: middle / width });
    free = middle + half + gap / 3;
  }
  return labels;
}
