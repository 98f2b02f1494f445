/** An option of a drop-down list, or a group of some. */
type Option = string | { value: string; label?: string } | { group: unknown; items: readonly Option[] };

/** The label of a value in the options of a drop-down list, which may be grouped. */
export function labelIn(options: readonly Option[], value: string | null): string {
  for (const one of options) {
    if (typeof one === "string") {
      if (one === value) return one;
    } else if ("items" in one) {
      const label = labelIn(one.items, value);
      if (label !== "") return label;
    } else if (one.value === value) return one.label ?? one.value;
  }
  return "";
}
