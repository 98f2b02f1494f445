/** A test of a workflow, as docs/tests.md describes it. */
export const startTest = {
  title: "Starts",
  start: "2026-03-02T15:00:00Z",
  expects: { steps: [{ node: 1, outcome: "went" }], end: { status: "done" } },
};
