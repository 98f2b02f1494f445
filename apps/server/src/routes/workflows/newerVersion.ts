import { conflict } from "../../http/problem.ts";

/** Refuses a change based on a version that is not the newest, so that no save is overwritten unnoticed. */
export function refuseLate(newest: number, basedOn: number | undefined): void {
  if (basedOn === undefined || newest === basedOn) return;
  throw conflict(
    `Version ${newest} was saved after version ${basedOn}, which this change is based on. Load it first, or set basedOn to ${newest} to overwrite it.`,
    "body.basedOn",
    "newer_version",
  );
}

/** A page of versions, newest first. */
export function versionsPage<Row extends { version: number; created: Date }>(rows: readonly Row[], limit: number) {
  const last = rows.at(-1);
  return {
    payload: rows.map((row) => ({ ...row, created: row.created.toISOString() })),
    next: rows.length === limit && last !== undefined ? String(last.version) : null,
  };
}
