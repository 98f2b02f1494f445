/** The user's column settings of a table on this machine. */
export interface ColumnMemory {
  shown: Readonly<Record<string, boolean>>;
  /** Ids in the chosen order. Other columns follow in their default order. */
  order: readonly string[];
  /** Pixels, for resized columns. */
  widths: Readonly<Record<string, number>>;
}

export const noMemory: ColumnMemory = { shown: {}, order: [], widths: {} };

/** Limits that keep headers and other columns visible. */
export const narrowest = 64;
export const widest = 640;

/** Reads saved settings from untrusted text. The old format has only the shown columns. */
export function readColumns(text: string | null): ColumnMemory {
  let read: unknown;
  try {
    read = JSON.parse(text ?? "{}");
  } catch {
    return noMemory;
  }
  if (typeof read !== "object" || read === null) return noMemory;
  const { order, widths } = read as { order?: unknown; widths?: unknown };
  const shown: unknown = "shown" in read ? read.shown : read;
  return {
    shown: pick(shown, (value) => typeof value === "boolean"),
    order: Array.isArray(order) ? order.filter((id) => typeof id === "string") : [],
    widths: pick(widths, (value) => typeof value === "number" && value >= narrowest && value <= widest),
  };
}

const pick = <Value>(of: unknown, fits: (value: unknown) => boolean): Record<string, Value> =>
  typeof of === "object" && of !== null && !Array.isArray(of)
    ? (Object.fromEntries(Object.entries(of).filter(([, value]) => fits(value))) as Record<string, Value>)
    : {};

interface Placed {
  id: string;
  always?: boolean;
}

/** Columns in the chosen order. Columns that are always shown stay first because they identify the row. */
export function inOrder<Column extends Placed>(columns: readonly Column[], order: readonly string[]): Column[] {
  const place = ({ id, always }: Column): number => {
    if (always) return -1;
    const at = order.indexOf(id);
    return at < 0 ? order.length : at;
  };
  return columns
    .map((column, index) => ({ column, index }))
    .sort((a, b) => place(a.column) - place(b.column) || a.index - b.index)
    .map(({ column }) => column);
}

/** The order after moving a column up or down. */
export function moved<Column extends Placed>(columns: readonly Column[], id: string, by: 1 | -1): string[] {
  const ids = columns.filter(({ always }) => !always).map((column) => column.id);
  const from = ids.indexOf(id);
  const to = from + by;
  const other = ids[to];
  if (from < 0 || other === undefined) return ids;
  ids[to] = id;
  ids[from] = other;
  return ids;
}
