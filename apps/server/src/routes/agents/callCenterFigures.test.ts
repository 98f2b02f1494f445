import type { LivePlace, Stay, StayFigure, StayLine } from "@trunkline/contract/agents/callCenter.ts";
import { stayFigures } from "@trunkline/contract/agents/callCenter.ts";
import { describe, expect, it } from "vitest";
import { callCenterAccount, searchOf } from "../../../test/callCenterAccount.ts";
import { chances } from "../../../test/chances.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { newId } from "../../store/newId.ts";

const db = await freshDatabase();
const server = await testServer(db);

interface Drawn {
  name: "alpha" | "beta";
  /** Seconds before now. */
  enteredAgo: number;
  wait: number | null;
  outcome: Stay["outcome"];
  talk: number | null;
  wrapUp: number | null;
}

/** A stay that began today, some of it around the bounds of short abandons and of the target. */
function drawStay(chance: () => number, dayAge: number): Drawn {
  const name = chance() < 0.6 ? "alpha" : "beta";
  const enteredAgo = Math.floor(chance() * dayAge);
  const wait = Math.min(enteredAgo, [5, 20, 30, 6, 21, 0][Math.floor(chance() * 12)] ?? Math.floor(chance() * 90));
  const way = chance();
  if (way < 0.1) return { name, enteredAgo, wait: null, outcome: null, talk: null, wrapUp: null };
  if (way < 0.35) return { name, enteredAgo, wait, outcome: "abandoned", talk: null, wrapUp: null };
  if (way < 0.42) return { name, enteredAgo, wait, outcome: "released", talk: null, wrapUp: null };
  if (way < 0.48) return { name, enteredAgo, wait, outcome: "unanswered", talk: null, wrapUp: null };
  const talk = Math.floor(chance() * 300);
  if (chance() < 0.1 || wait + talk > enteredAgo)
    return { name, enteredAgo, wait, outcome: "answered", talk: null, wrapUp: null };
  // a wrap-up that is not over by now is not over either when the last figure is asked for
  const wrapUp = wait + talk + 30 <= enteredAgo ? 30 : 86_400;
  return { name, enteredAgo, wait, outcome: "answered", talk, wrapUp };
}

async function insertDrawn(account: string, dayStart: Date, dayAge: number, drawn: readonly Drawn[]): Promise<void> {
  await db.tx([account], async (q) => {
    for (const { name, enteredAgo, wait, outcome, talk, wrapUp } of drawn) {
      const callId = newId();
      await q.run(
        `insert into call (account_id, call_id, direction, from_number, to_number, plan, state)
         values ($1, $2, 'in', '+12025550143', '+12025550101', '{}', 'received')`,
        [account, callId],
      );
      await q.run(
        `insert into queue_stay (account_id, stay_id, call_id, kind, name, entered, left_wait, outcome, ended, wrapped)
         select $1, $2, $3, 'queue', $4, e, e + $6 * interval '1 second', $7,
           e + $6 * interval '1 second' + $8 * interval '1 second',
           e + $6 * interval '1 second' + $8 * interval '1 second' + $9 * interval '1 second'
         from (values ($5::timestamptz)) v (e)`,
        [
          account,
          newId(),
          callId,
          name,
          new Date(dayStart.getTime() + (dayAge - enteredAgo) * 1000).toISOString(),
          wait,
          outcome,
          talk,
          wrapUp,
        ],
      );
    }
  });
}

const shortSeconds = 5;
const targets = { alpha: 20, beta: 30 };

/** Whether a stay counts, from its definition alone. */
function isCounted({ name, enteredAgo, wait, outcome, talk, wrapUp }: Drawn, figure: StayFigure): boolean {
  const waited = wait ?? 0;
  switch (figure) {
    case "entered":
      return true;
    case "waiting":
      return outcome === null;
    case "answered":
      return outcome === "answered";
    case "answeredInTime":
      return outcome === "answered" && waited <= targets[name];
    case "answeredLate":
      return outcome === "answered" && waited > targets[name];
    case "abandoned":
      return outcome === "abandoned" && waited > shortSeconds;
    case "shortAbandoned":
      return outcome === "abandoned" && waited <= shortSeconds;
    case "unanswered":
      return outcome === "unanswered";
    case "released":
      return outcome === "released";
    case "handled":
      return talk !== null && wrapUp !== null && waited + talk + wrapUp <= enteredAgo;
  }
}

const averageOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
const close = (value: number | null) => (value === null ? null : expect.closeTo(value, 3));

describe("figures of the live page", () => {
  it("are what a plain count over random histories gives, and each lists exactly its stays", async () => {
    const { account, ask, live, stays } = await callCenterAccount(server);
    await ask("POST", "/v4/agentqueue/", { name: "alpha" });
    const [beta] = (await ask("POST", "/v4/agentqueue/", { name: "beta" })).body.payload;
    const target = { targetPercent: 90, targetSeconds: targets.beta };
    expect((await ask("PUT", `/v4/agentqueue/${beta?.["queueId"]}/`, target)).status).toBe(200);
    const { at, dayStart } = await live();
    const dayAge = Math.floor((Date.parse(at) - Date.parse(dayStart)) / 1000);
    const chance = chances(20_261_126);
    const drawn = Array.from({ length: 400 }, () => drawStay(chance, dayAge));
    await insertDrawn(account, new Date(dayStart), dayAge, drawn);
    const shown = await live({ shortAbandons: "true" });
    for (const name of ["alpha", "beta"] as const) {
      const own = drawn.filter((one) => one.name === name);
      const count = (figure: StayFigure) => own.filter((one) => isCounted(one, figure)).length;
      const gone = count("abandoned") + count("shortAbandoned");
      const ended = count("answered") + gone;
      const counted = ended + count("unanswered");
      expect(shown.places.find((place) => place.name === name)).toMatchObject({
        ...Object.fromEntries(stayFigures.map((figure) => [figure, count(figure)])),
        targetSeconds: targets[name],
        serviceLevel: { count: count("answeredInTime"), of: counted, rate: close(count("answeredInTime") / counted) },
        abandonment: { count: gone, of: ended },
        averageWait: close(averageOf(own.filter((one) => isCounted(one, "answered")).map(({ wait }) => wait ?? 0))),
        averageAbandonedWait: close(
          averageOf(own.filter(({ outcome }) => outcome === "abandoned").map(({ wait }) => wait ?? 0)),
        ),
        averageHandling: close(
          averageOf(
            own.filter((one) => isCounted(one, "handled")).map(({ talk, wrapUp }) => (talk ?? 0) + (wrapUp ?? 0)),
          ),
        ),
      });
      const counts = { abandons: "false", shortAbandons: "true", released: "true" };
      const { serviceLevel } = (await live(counts)).places.find((place) => place.name === name)!;
      expect((await stays({ kind: "queue", name, figure: "counted", from: dayStart, ...counts })).length).toBe(
        serviceLevel.of,
      );
      for (const figure of stayFigures)
        expect((await stays({ kind: "queue", name, figure, from: dayStart, shortSeconds })).length, figure).toBe(
          count(figure),
        );
    }
    const lines = async (grouping: string) =>
      (
        await ask(
          "GET",
          `/v4/call-center/report/?${searchOf({ grouping, zone: "Etc/UTC", startDate: dayStart.slice(0, 10), endDate: dayStart.slice(0, 10), shortAbandons: "true" })}`,
        )
      ).body.payload as unknown as StayLine[];
    const figuresOf = (one: StayLine | LivePlace) => [
      one.entered,
      one.serviceLevel,
      one.abandonment,
      one.averageHandling,
    ];
    expect((await lines("place")).map((line) => [line.name, ...figuresOf(line)]).sort()).toEqual(
      shown.places.map((place) => [place.name, ...figuresOf(place)]),
    );
    expect((await lines("quarter")).map((line) => [line.from, line.entered])).toEqual(
      shown.quarters.map((one) => [one.start, one.entered]),
    );
    expect((await lines("place")).map((line) => [line.name, line.targetPercent]).sort()).toEqual([
      ["alpha", 80],
      ["beta", 90],
    ]);
    // no target is that of both places
    expect(await lines("day")).toMatchObject([{ from: dayStart, entered: drawn.length, targetPercent: null }]);
    const byQuarter = Map.groupBy(drawn, ({ enteredAgo }) => Math.floor((dayAge - enteredAgo) / 900));
    expect(shown.quarters.map(({ start, entered, abandoned }) => [start, entered, abandoned])).toEqual(
      [...byQuarter]
        .sort(([a], [b]) => a - b)
        .map(([quarter, own]) => [
          new Date(Date.parse(dayStart) + quarter * 900_000).toISOString(),
          own.length,
          own.filter((one) => isCounted(one, "abandoned")).length,
        ]),
    );
  });

  it("stay when a queue is deleted, and before today they only count who still waits", async () => {
    const { account, live } = await callCenterAccount(server);
    const { dayStart } = await live();
    const old = { name: "alpha", wait: null, outcome: null, talk: null, wrapUp: null } as const;
    await insertDrawn(account, new Date(dayStart), 0, [
      { ...old, enteredAgo: 3600 },
      { ...old, enteredAgo: 3600, wait: 10, outcome: "answered" },
    ]);
    expect((await live()).places).toMatchObject([
      { name: "alpha", exists: false, waiting: 1, entered: 0, answered: 0, serviceLevel: { of: 0, rate: null } },
    ]);
  });

  it("have the targets that were set where queues, work groups and live lists are edited", async () => {
    const { ask, live } = await callCenterAccount(server);
    const target = { targetPercent: 95, targetSeconds: 45 };
    const [queue] = (await ask("POST", "/v4/agentqueue/", { name: "a" })).body.payload;
    const [group] = (await ask("POST", "/v4/workgroup/", { name: "b" })).body.payload;
    await ask("POST", "/v4/livelist", { listName: "c" });
    const targetsOf = async () =>
      (await live()).places.map((place) => [place.name, place.targetPercent, place.targetSeconds]);
    expect(await targetsOf()).toEqual([
      ["a", 80, 20],
      ["b", 80, 20],
      ["c", 80, 20],
    ]);
    await ask("PUT", `/v4/agentqueue/${queue?.["queueId"]}/`, target);
    await ask("PUT", `/v4/workgroup/${group?.["workGroupId"]}/`, { name: "b", ...target });
    await ask("PUT", "/v4/livelist/c", { listName: "c", ...target });
    // a program that knows nothing of targets leaves them as they are
    await ask("PUT", `/v4/agentqueue/${queue?.["queueId"]}/`, { open: false });
    await ask("PUT", `/v4/workgroup/${group?.["workGroupId"]}/`, { name: "b" });
    await ask("PUT", "/v4/livelist/c", { listName: "c", clientIds: [] });
    expect(await targetsOf()).toEqual([
      ["a", 95, 45],
      ["b", 95, 45],
      ["c", 95, 45],
    ]);
    const refused = await ask("PUT", `/v4/agentqueue/${queue?.["queueId"]}/`, { targetPercent: 101 });
    expect([refused.status, refused.body.error[0]?.message]).toEqual([
      400,
      "Service Level Target must be a whole number from 1 to 100",
    ]);
    expect((await ask("PUT", `/v4/agentqueue/${queue?.["queueId"]}/`, {})).status).toBe(400);
  });

  it("refuse a zone that is none, and a report of too many days", async () => {
    const { ask } = await callCenterAccount(server);
    expect((await ask("GET", "/v4/call-center/?zone=Nowhere")).status).toBe(400);
    const days = { zone: "Etc/UTC", startDate: "2026-01-01", endDate: "2026-02-01" };
    const refused = await ask("GET", `/v4/call-center/report/?${searchOf({ grouping: "quarter", ...days })}`);
    expect([refused.status, refused.body.error[0]?.message]).toEqual([
      400,
      "A report by quarter covers at most 31 days",
    ]);
    expect((await ask("GET", `/v4/call-center/report/?${searchOf(days)}`)).status).toBe(200);
  });
});
