import type { Step } from "@trunkline/workflow/engine/journey.ts";
import { plainColumn, textArray, withoutNul } from "./arrays.ts";
import type { Write } from "./together.ts";

/** A step with the journey that it belongs to. */
export interface StepRow {
  accountId: string;
  journeyId: string;
  step: Step;
}

const outcomeCode: Record<Step["outcome"], number> = { went: 0, asked: 1, waited: 2, replied: 3, ended: 4, failed: 5 };

/** Lines for the history of many journeys. Where a step went has a column of its own: most steps say nothing else. */
export function stepWrites(rows: readonly StepRow[]): Write[] {
  const bare = rows.filter(isBare);
  const writes: Write[] = [];
  if (bare.length > 0) writes.push({ ...insertBare, values: [...shared(bare), bare.length] });
  if (bare.length === rows.length) return writes;
  const told = rows.filter((row) => !isBare(row));
  const because = textArray(told.map(({ step }) => step.because ?? null));
  const data = textArray(told.map(({ step }) => dataText(step.data)));
  writes.push({ ...insertTold, values: [...shared(told), because, data] });
  return writes;
}

function isBare({ step: { because, data } }: StepRow): boolean {
  if (because !== undefined) return false;
  for (const key in data) if (key !== "to") return false;
  return true;
}

const nowhere = -1;

const shared = (rows: readonly StepRow[]): string[] => [
  plainColumn(rows, (row) => row.accountId),
  plainColumn(rows, (row) => row.journeyId),
  plainColumn(rows, (row) => row.step.revision),
  plainColumn(rows, (row) => row.step.node),
  plainColumn(rows, (row) => outcomeCode[row.step.outcome]),
  plainColumn(rows, (row) => row.step.at),
  plainColumn(rows, (row) => (typeof row.step.data?.["to"] === "number" ? row.step.data["to"] : nowhere)),
];

function dataText(data: Step["data"]): string | null {
  if (data === undefined) return null;
  const { to: _, ...rest } = data;
  return withoutNul(JSON.stringify(rest));
}

const columns = `account_id, journey_id, revision, node, outcome, at, next_node`;
const values = `($1::uuid[])[i], ($2::uuid[])[i], ($3::int[])[i], ($4::int[])[i], ($5::smallint[])[i],
      to_timestamp(($6::float8[])[i] / 1000), nullif(($7::int[])[i], ${nowhere})`;

// subscripts of arrays without nulls are cheaper than unnest by half
const insertBare = {
  name: "step.insert",
  text: `insert into step (${columns}) select ${values} from generate_series(1, $8::int) i`,
};

const insertTold = {
  name: "step.insert.told",
  text: `insert into step (${columns}, because, data)
    select ${values}, b, d from unnest($8::text[], $9::jsonb[]) with ordinality u (b, d, i)`,
};
