interface Sized {
  id: string;
  width: number;
  /** May be left out when there is no room. */
  spare?: boolean;
}

/**
 * The columns that fit into `room` pixels: spare ones without room are left out, the last one first. A column that the
 * user chose stays, and then the table scrolls sideways.
 */
export function fitting<Column extends Sized>(
  columns: readonly Column[],
  room: number,
  isChosen: (id: string) => boolean,
): Column[] {
  const kept = [...columns];
  let width = kept.reduce((sum, column) => sum + column.width, 0);
  for (const column of [...columns].reverse()) {
    if (width <= room) break;
    if (!column.spare || isChosen(column.id)) continue;
    kept.splice(kept.indexOf(column), 1);
    width -= column.width;
  }
  return kept;
}
