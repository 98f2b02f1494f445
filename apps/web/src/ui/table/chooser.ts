import type { Column } from "./column.ts";
import type { Columns } from "./useColumns.ts";

/** What the choice of columns needs. */
export interface Chooser {
  /** The columns that can be hidden. */
  offered: readonly Pick<Column<never>, "id" | "header">[];
  isSeen: (id: string) => boolean;
  columns: Pick<Columns<never>, "shown" | "show" | "move" | "reset">;
}
