import type { Step } from "@trunkline/workflow/engine/journey.ts";
import { textArray, withoutNul } from "../arrays.ts";
import { doubleColumn, intColumn, smallintColumn, uuidColumn } from "../binaryArrays.ts";
import { oneOrEach, oneOrEachSql } from "../oneOrEach.ts";
import type { Write } from "../together.ts";

/** A step with the journey that it belongs to. */
export interface StepRow {
  accountId: string;
  journeyId: string;
  step: WrittenStep;
}

/** A step of the engine, or the move of a journey to another version, which no engine makes (decision 0087). */
type WrittenStep = Omit<Step, "outcome"> & { outcome: Step["outcome"] | "moved" };

const outcomeCode: Record<WrittenStep["outcome"], number> = {
  went: 0,
  asked: 1,
  waited: 2,
  replied: 3,
  ended: 4,
  failed: 5,
  moved: 6,
};

/** The outcomes by the number under which they are stored. */
export const stepOutcomes = Object.keys(outcomeCode) as WrittenStep["outcome"][];

/** Reasons that one statement names by their number; most journeys of a claim have the same few. */
const mostReasons = 64;

/**
 * Lines for the history of many journeys. Where a step went has a column of its own, and why it went there is one of a
 * few texts: such steps are written by number, all others one by one.
 */
export function stepWrites(rows: readonly StepRow[]): Write[] {
  const reasons = new Map<string, number>();
  const numbers: number[] = [];
  const plain: StepRow[] = [];
  const described: StepRow[] = [];
  for (const row of rows) {
    const number = saysMore(row) ? undefined : numberOf(row.step.because, reasons);
    if (number === undefined) described.push(row);
    else {
      plain.push(row);
      numbers.push(number);
    }
  }
  const writes: Write[] = [];
  if (plain.length > 0) {
    const names = textArray([...reasons.keys()]);
    writes.push({
      ...insertPlain,
      values: [...shared(plain), names, ...oneOrEach(numbers, Number, intColumn), plain.length],
    });
  }
  if (described.length > 0) {
    const because = textArray(described.map(({ step }) => step.because ?? null));
    const data = textArray(described.map(({ step }) => dataText(step.data)));
    writes.push({ ...insertDescribed, values: [...shared(described), because, data] });
  }
  return writes;
}

/** The reason's place in the list of reasons, from 1; 0 without one, undefined when the list is full. */
function numberOf(because: string | undefined, reasons: Map<string, number>): number | undefined {
  if (because === undefined) return 0;
  const known = reasons.get(because);
  if (known !== undefined || reasons.size === mostReasons) return known;
  reasons.set(because, reasons.size + 1);
  return reasons.size;
}

function saysMore({ step: { data } }: StepRow): boolean {
  for (const key in data) if (key !== "to") return true;
  return false;
}

const nowhere = -1;

const shared = (rows: readonly StepRow[]): unknown[] => [
  uuidColumn(rows, (row) => row.journeyId),
  ...oneOrEach(rows, (row) => row.accountId, uuidColumn),
  ...oneOrEach(rows, (row) => row.step.revision, intColumn),
  ...oneOrEach(rows, (row) => row.step.node, intColumn),
  ...oneOrEach(rows, (row) => outcomeCode[row.step.outcome], smallintColumn),
  ...oneOrEach(rows, (row) => row.step.at, doubleColumn),
  ...oneOrEach(rows, (row) => (typeof row.step.data?.["to"] === "number" ? row.step.data["to"] : nowhere), intColumn),
];

function dataText(data: WrittenStep["data"]): string | null {
  if (data === undefined) return null;
  const { to: _, ...rest } = data;
  return withoutNul(JSON.stringify(rest));
}

const columns = `account_id, journey_id, revision, node, outcome, at, next_node`;
const value = (shared: string, each: string, type: string): string => oneOrEachSql(shared, each, type, "i");
const values = `${value("$2", "$3", "uuid")}, ($1::uuid[])[i], ${value("$4", "$5", "int")}, ${value("$6", "$7", "int")}, ${value("$8", "$9", "smallint")},
      to_timestamp(${value("$10", "$11", "float8")} / 1000), nullif(${value("$12", "$13", "int")}, ${nowhere})`;

// subscripts of arrays without nulls are cheaper than unnest by half; no reason is a subscript outside the list
const insertPlain = {
  name: "step.insert",
  text: `insert into step (${columns}, because) select ${values}, ($14::text[])[${value("$15", "$16", "int")}]
    from (select generate_series(1, $17::int) i) n`,
};

const insertDescribed = {
  name: "step.insert.described",
  text: `insert into step (${columns}, because, data)
    select ${values}, b, d from unnest($14::text[], $15::jsonb[]) with ordinality u (b, d, i)`,
};
