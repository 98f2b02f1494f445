import type { Journey } from "@trunkline/workflow/engine/journey.ts";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { newId } from "../newId.ts";
import { writeTogether } from "../together.ts";
import { type ClaimedRow, type JourneyUpdate, journeyClass, journeyWrites, readMarks } from "./journey.ts";

const db = await freshDatabase();
const account = newId();
const size = 60;

/** What of a stored journey a write sets. */
interface Stored {
  id: string;
  place: string;
  node: number | null;
  revision: number;
  status: number;
  visits: number;
  class: number;
  due: number | null;
  since: number;
  wake: number | null;
  listening: boolean;
  vars: Record<string, string>;
  reason: string | null;
}

const readAll = async (): Promise<Stored[]> =>
  db.tx([account], (q) =>
    q.rows<Stored>(
      `select journey_id id, ctid::text place, node, revision, status, visits, class, (extract(epoch from due_at) * 1000)::float8 due,
         (extract(epoch from since) * 1000)::float8 since, (extract(epoch from wake_at) * 1000)::float8 wake, listening, vars, reason
       from journey where account_id = $1 order by journey_id`,
      [account],
    ),
  );

beforeAll(() =>
  db.owner(async (q) => {
    await q.run("set local session_replication_role = replica");
    await q.run("select set_config('trunkline.accounts', $1, true)", [`{${account}}`]);
    await q.run(
      `insert into journey (account_id, journey_id, batch_id, campaign_id, contact_id, starts_at, due_at, version)
       select $1, trunkline_uuid7(), $1, $1, $1, now(), now(), 1 from generate_series(1, $2::int)`,
      [account, size],
    );
  }),
);

interface Drawn {
  index: number;
  node: number;
  status: Journey["status"];
  due: "keep" | "none" | number;
  wakeAt: number | undefined;
  listening: boolean;
  vars: Record<string, string> | undefined;
  reason: string | undefined;
}

const instant = fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 });
const anyUpdate: fc.Arbitrary<Drawn> = fc.record({
  index: fc.nat(size - 1),
  node: fc.integer({ min: 1, max: 1_000_000 }),
  status: fc.constantFrom("moving", "asking", "waiting", "done", "failed"),
  due: fc.oneof(fc.constant("keep" as const), fc.constant("none" as const), instant),
  wakeAt: fc.option(instant, { nil: undefined }),
  listening: fc.boolean(),
  vars: fc.option(fc.constant({ word: 'a "quoted" \\ word' }), { nil: undefined }),
  reason: fc.option(fc.constant("it failed"), { nil: undefined }),
});

const statuses: readonly Journey["status"][] = ["moving", "asking", "waiting", "done", "failed"];

function updateOf(drawn: Drawn, { id, place, revision }: Stored): JourneyUpdate {
  const { node, status, due, wakeAt, listening, vars, reason } = drawn;
  const journey: Journey = {
    journeyId: id,
    at: node,
    status,
    revision: revision + 1,
    visits: node % 100,
    since: 1_800_000_000_000 + node,
    vars: {},
    depth: 0,
    ...(wakeAt !== undefined && { wakeAt }),
    ...(listening && { listening }),
    ...(reason !== undefined && { reason }),
  };
  const dueAtMs = due === "keep" ? undefined : due === "none" ? null : due;
  const text = vars === undefined ? undefined : JSON.stringify(vars);
  return { place, journey, was: revision, dueAtMs, class: journeyClass.timer, vars: text };
}

const afterwards = (drawn: Drawn, before: Stored): Omit<Stored, "place"> => ({
  id: before.id,
  node: drawn.node,
  revision: before.revision + 1,
  status: statuses.indexOf(drawn.status),
  visits: drawn.node % 100,
  class: journeyClass.timer,
  due: drawn.due === "keep" ? before.due : drawn.due === "none" ? null : drawn.due,
  since: 1_800_000_000_000 + drawn.node,
  wake: drawn.wakeAt ?? null,
  listening: drawn.listening,
  vars: drawn.vars ?? before.vars,
  reason: drawn.reason ?? null,
});

const write = (updates: readonly JourneyUpdate[]): Promise<number> =>
  db.tx(
    [account],
    async (q) => (await writeTogether(q, journeyWrites(updates, q.only))).reduce((sum, count) => sum + count, 0),
    { byKey: true },
  );

const placeOf = ({ place, id }: Stored): string => (db.claims === "byAccount" ? id : place);

describe("the new rows of claimed journeys", () => {
  const lists = (value: fc.Arbitrary<Drawn>) =>
    fc.uniqueArray(value, { selector: ({ index }) => index, minLength: 1, maxLength: size });

  it.each([
    ["any of them", anyUpdate],
    [
      "those that only move",
      anyUpdate.map((one) => ({ ...one, wakeAt: undefined, listening: false, vars: undefined, reason: undefined })),
    ],
    ["those that also wait", anyUpdate.map((one) => ({ ...one, vars: undefined, reason: undefined }))],
  ])("each gets its own, in whatever order they were claimed: %s", async (_, value) => {
    await fc.assert(
      fc.asyncProperty(lists(value), async (drawn) => {
        // a journey that has ended for a reason is never claimed again
        await db.tx([account], (q) => q.run("update journey set reason = null where account_id = $1", [account]));
        const before = await readAll();
        const own = drawn.map((one) => ({ drawn: one, stored: before[one.index] as Stored }));
        const updates = own.map(({ drawn: one, stored }) => ({ ...updateOf(one, stored), place: placeOf(stored) }));
        expect(await write(updates)).toBe(updates.length);
        const expected = new Map(own.map(({ drawn: one, stored }) => [stored.id, afterwards(one, stored)]));
        for (const { place, ...stored } of await readAll()) {
          const unchanged = before.find(({ id }) => id === stored.id);
          const { place: _place, ...same } = unchanged as Stored;
          expect(stored).toEqual(expected.get(stored.id) ?? same);
        }
      }),
      { numRuns: 25 },
    );
  });

  it("leaves a journey alone that has changed since its claim, and does not count it", async () => {
    const before = await readAll();
    const one: Drawn = {
      index: 0,
      node: 7,
      status: "moving",
      due: "keep",
      wakeAt: undefined,
      listening: false,
      vars: undefined,
      reason: undefined,
    };
    const [fresh, stale] = [before[3], before[5]] as [Stored, Stored];
    const updates = [
      { ...updateOf(one, stale), place: placeOf(stale), was: stale.revision - 1 },
      { ...updateOf(one, fresh), place: placeOf(fresh) },
    ];
    expect(await write(updates)).toBe(1);
    const after = await readAll();
    expect(after[5]).toEqual(stale);
    expect(after[3]?.node).toBe(7);
  });
});

it("the small numbers of a claimed journey are those of its row, up to the largest", async () => {
  const largest = { lane: 999, status: 4, class: 63, listening: true, visits: 32_767 };
  const marks = (((largest.lane * 8 + largest.status) * 64 + largest.class) * 2 + 1) * 65_536 + largest.visits;
  expect(readMarks({ marks } as ClaimedRow)).toEqual(largest);
});
