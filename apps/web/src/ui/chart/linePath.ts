type Values = readonly (number | null)[];

/** Whether a value is between two gaps: no line leads to it. */
export const isAlone = (values: Values, at: number): boolean =>
  (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null;

/**
 * The path of a line through the middles of its steps, with gaps where there is no value. A line that has no dots crosses the
 * step of a value between two gaps, which would not be seen otherwise.
 */
export function linePath(values: Values, slot: number, y: (value: number) => number, hasNoDots = false): string {
  let isDrawing = false;
  return values
    .map((value, at) => {
      const command =
        value === null
          ? ""
          : hasNoDots && isAlone(values, at)
            ? `M${at * slot} ${y(value)}H${(at + 1) * slot}`
            : `${isDrawing ? "L" : "M"}${(at + 0.5) * slot} ${y(value)}`;
      isDrawing = value !== null;
      return command;
    })
    .join("");
}
