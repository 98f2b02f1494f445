import { expect, test } from "vitest";
import { progressNote } from "./progressNote.ts";

const nowMs = Date.parse("2026-03-01T10:10:00Z");
const run = {
  status: "In Progress" as const,
  enrolling: false,
  started: 100,
  total: 400,
  waiting: 350,
  periodMs: 1_000,
  startedAt: "2026-03-01T10:00:00Z",
};

test.for([
  ["at a rate", run, "contacts started, 50 contacts on the way, about 5 min left"],
  ["at Auto", { ...run, periodMs: -1 }, "contacts started, 50 contacts on the way, about 30 min left"],
  ["at Auto before the first start", { ...run, periodMs: -1, started: 0, waiting: 400 }, "contacts started"],
  ["when all have started", { ...run, started: 400, waiting: 1 }, "contacts started, 1 contact on the way"],
  [
    "while contacts are enrolled",
    { ...run, enrolling: true, status: "Paused" as const, waiting: 0 },
    "contacts started, enrolling contacts",
  ],
] as const)("says how far a run is %s", ([, counted, note]) => {
  expect(progressNote(counted, nowMs)).toBe(note);
});
