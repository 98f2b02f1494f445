import type { Step } from "@trunkline/workflow/engine/journey.ts";
import { plainArray, textArray } from "./arrays.ts";
import type { Query } from "./database.ts";

/** A step with the journey that it belongs to. */
export interface StepRow {
  accountId: string;
  journeyId: string;
  step: Step;
}

const outcomeCode: Record<Step["outcome"], number> = { went: 0, asked: 1, waited: 2, replied: 3, ended: 4, failed: 5 };

/** Adds lines to the history of many journeys. */
export function insertSteps(q: Query, rows: readonly StepRow[]): Promise<number> {
  return q.run(
    {
      name: "step.insert",
      text: `insert into step (account_id, journey_id, revision, node, at, outcome, because, data)
        select a, j, r, n, to_timestamp(t / 1000), o, b, d
        from unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[], $5::float8[], $6::smallint[], $7::text[], $8::jsonb[])
          u (a, j, r, n, t, o, b, d)`,
    },
    [
      plainArray(rows.map((row) => row.accountId)),
      plainArray(rows.map((row) => row.journeyId)),
      plainArray(rows.map((row) => row.step.revision)),
      plainArray(rows.map((row) => row.step.node)),
      plainArray(rows.map((row) => row.step.at)),
      plainArray(rows.map((row) => outcomeCode[row.step.outcome])),
      textArray(rows.map((row) => row.step.because ?? null)),
      textArray(rows.map((row) => (row.step.data === undefined ? null : JSON.stringify(row.step.data)))),
    ],
  );
}
