/** A line, or the bars of one kind, in a chart. */
export interface Series {
  id: string;
  name: string;
  /** A CSS color. */
  color: string;
  /** One value per step. Null: there is none. */
  values: readonly (number | null)[];
  /** What the others are compared with: a dashed gray line, or a mark across bars by name. */
  isEarlier?: boolean;
}

const palette = ["accent", "voice", "email", "rcs", "webhook", "mms", "waits", "logic", "off"];

/** The color of the series at this place. */
export const seriesColor = (place: number): string =>
  place % palette.length === 0 ? "var(--mantine-primary-color-filled)" : `var(--${palette[place % palette.length]})`;

/** Dashes by which lines differ without their colors. */
export const dashOf = (place: number): string => ["", "6 3", "2 3", "10 3 2 3", "12 4"][place % 5] ?? "";

/** The largest value that a chart shows. Stacked series add up. */
export function topOf(series: readonly Series[], stacked: boolean): number {
  if (!stacked) return Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const own = series.filter(({ isEarlier }) => !isEarlier);
  const steps = own[0]?.values.length ?? 0;
  return Math.max(
    0,
    ...Array.from({ length: steps }, (_, step) => own.reduce((sum, { values }) => sum + (values[step] ?? 0), 0)),
    ...series.flatMap(({ isEarlier, values }) => (isEarlier ? values.map((value) => value ?? 0) : [])),
  );
}
