import type { AgentLine } from "@trunkline/contract/agents/agentReport.ts";
import { describe, expect, it } from "vitest";
import { chances } from "../../../test/chances.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { removeOldHistory } from "../../store/history/oldHistory.ts";
import { newId } from "../../store/newId.ts";

const db = await freshDatabase();
const server = await testServer(db);

interface Choice {
  at: number;
  isOpen: boolean;
  /** Null: available. */
  away: string | null;
}
interface Call {
  at: number;
  answered: number | null;
  ended: number;
  wrapped: number | null;
}
interface History {
  choices: Choice[];
  calls: Call[];
  /** Weekdays with a shift, in minutes since midnight. */
  shifts: { weekday: number; starts: number; ends: number }[];
}

const day = 86_400;
/** Everything happens at whole minutes, so that a walk needs one step a minute. */
const minute = 60;
/** Monday, 1 June 2026, 0:00 UTC. The days are long over. */
const start = Date.UTC(2026, 5, 1) / 1_000;
const days = 3;
const none = "none";

/** A history with calls one after the other, as one person has them, and choices at any time, also on calls. */
function draw(chance: () => number, reasons: readonly string[]): History {
  const whole = (from: number, to: number) => from + Math.floor(chance() * (to - from + 1));
  const minutes = (most: number) => whole(0, most) * minute;
  const choices = Array.from({ length: whole(2, 25) }, () => ({
    at: start - day + minutes(((days + 1) * day) / minute),
    isOpen: chance() < 0.8,
    away: chance() < 0.5 ? null : (reasons[whole(0, reasons.length)] ?? none),
  })).sort((a, b) => a.at - b.at);
  const calls: Call[] = [];
  let free = start - 7_200;
  while (free < start + days * day - 7_200) {
    const at = free + minutes(330);
    const isAnswered = chance() < 0.8;
    const answered = isAnswered ? at + minutes(2) : null;
    const ended = (answered ?? at) + minute + minutes(80);
    // the wrap-up of a call ends at the latest with the next one
    const wrapped = isAnswered ? ended + minutes(15) : null;
    calls.push({ at, answered, ended, wrapped });
    free = wrapped ?? ended;
  }
  const shifts = [1, 2, 3, 7].flatMap((weekday) => {
    const starts = whole(0, 1_400);
    return chance() < 0.7 ? [{ weekday, starts, ends: starts + whole(1, 1_400) }] : [];
  });
  return { choices, calls, shifts };
}

/** The state at a moment, as the live page says it. */
function stateAt({ choices, calls }: History, second: number): string {
  const call = calls.find(({ at, ended }) => at <= second && second < ended);
  if (call !== undefined) return call.answered !== null && second >= call.answered ? "talk" : "ring";
  const choice = choices.findLast(({ at }) => at <= second);
  if (choice !== undefined && !choice.isOpen) return "offline";
  if (calls.some(({ ended, wrapped }) => ended <= second && wrapped !== null && second < wrapped)) return "wrapUp";
  return choice === undefined ? "unknown" : (choice.away ?? "available");
}

const isPlanned = ({ shifts }: History, second: number): boolean =>
  shifts.some(({ weekday, starts, ends }) => {
    for (let d = -1; d <= days; d++) {
      const date = start + d * day;
      if (new Date(date * 1_000).getUTCDay() !== weekday % 7) continue;
      if (date + starts * 60 <= second && second < date + ends * 60) return true;
    }
    return false;
  });

/** Seconds by state, and planned and adherent ones, walked minute by minute. */
function walk(history: History, from: number, to: number, working: ReadonlySet<string>) {
  const sums = new Map<string, number>();
  const add = (name: string) => sums.set(name, (sums.get(name) ?? 0) + minute);
  for (let second = from; second < to; second += minute) {
    const state = stateAt(history, second);
    add(state);
    if (!isPlanned(history, second)) continue;
    add("scheduled");
    if (working.has(state)) add("adherent");
  }
  return sums;
}

const iso = (second: number | null) => (second === null ? null : new Date(second * 1_000).toISOString());

describe("the report of agents (decision 0100)", () => {
  it("has the sums of a walk through each minute of random histories, by agent and by day", async () => {
    const { account, key } = await server.account();
    const ask = async (grouping: string) =>
      (
        await server.call(
          "GET",
          `/v4/call-center/agents/?grouping=${grouping}&startDate=2026-06-01&endDate=2026-06-03&zone=Etc/UTC`,
          { as: { key } },
        )
      ).body.payload as unknown as AgentLine[];
    const reasons = (await server.call("GET", "/v4/agent/reason/", { as: { key } })).body.payload as unknown as {
      reasonId: string;
      isWork: boolean;
    }[];
    const chance = chances(7);
    const histories = new Map<string, History>();
    for (let n = 0; n < 6; n++) {
      const { userId } = await server.user(account, "member");
      const history = draw(
        chance,
        reasons.map(({ reasonId }) => reasonId),
      );
      histories.set(userId, history);
      await db.tx([account], async (q) => {
        for (const { at, isOpen, away } of history.choices)
          await q.run(
            "insert into agent_state (account_id, state_id, user_id, at, is_open, is_away, reason_id) values ($1, $2, $3, $4, $5, $6, $7)",
            [account, newId(), userId, iso(at), isOpen, away !== null, away === none ? null : away],
          );
        for (const { at, answered, ended, wrapped } of history.calls)
          await q.run(
            `insert into call_offer (account_id, offer_id, call_id, user_id, kind, name, state, at, answered, ended, wrapped)
             values ($1, $2, $3, $4, 'queue', 'q', 'over', $5, $6, $7, $8)`,
            [account, newId(), newId(), userId, iso(at), iso(answered), iso(ended), iso(wrapped)],
          );
        for (const { weekday, starts, ends } of history.shifts)
          await q.run(
            "insert into agent_shift (account_id, user_id, weekday, starts, ends, zone) values ($1, $2, $3, $4, $5, 'Etc/UTC')",
            [account, userId, weekday, starts, ends],
          );
      });
    }
    const working = new Set([
      ...["ring", "talk", "wrapUp", "available"],
      ...reasons.flatMap(({ reasonId, isWork }) => (isWork ? [reasonId] : [])),
    ]);
    const lines = [...(await ask("agent")), ...(await ask("day"))];
    expect(lines.length).toBeGreaterThan(12);
    for (const line of lines) {
      const history = histories.get(line.userId)!;
      const sums = walk(history, Date.parse(line.from) / 1_000, Date.parse(line.to) / 1_000, working);
      const sum = (name: string) => sums.get(name) ?? 0;
      const away = [...reasons.map(({ reasonId }) => reasonId), none].filter((reason) => sum(reason) > 0);
      expect({
        ...{ ring: line.ringSeconds, talk: line.talkSeconds, wrapUp: line.wrapUpSeconds },
        ...{ available: line.availableSeconds, scheduled: line.scheduledSeconds, adherent: line.adherentSeconds },
        away: line.away.map(({ reasonId, seconds }) => `${reasonId ?? none} ${seconds}`).sort(),
      }).toEqual({
        ...{ ring: sum("ring"), talk: sum("talk"), wrapUp: sum("wrapUp") },
        ...{ available: sum("available"), scheduled: sum("scheduled"), adherent: sum("adherent") },
        away: away.map((reason) => `${reason} ${sum(reason)}`).sort(),
      });
      const busy = sum("ring") + sum("talk") + sum("wrapUp");
      expect(line.occupancy).toBe(busy + sum("available") === 0 ? null : busy / (busy + sum("available")));
      expect(line.adherence).toBe(sum("scheduled") === 0 ? null : sum("adherent") / sum("scheduled"));
    }
  });

  it("loses what agents chose with the retention period, apart from the last choice before it", async () => {
    const { account } = await server.account();
    const { userId } = await server.user(account, "member");
    const left = await db.tx([account], async (q) => {
      for (const daysAgo of [50, 40, 35, 1])
        await q.run(
          `insert into agent_state (account_id, state_id, user_id, at, is_open, is_away)
           values ($1, trunkline_first_id(now() - $3 * interval '1 day'), $2, now() - $3 * interval '1 day', true, false)`,
          [account, userId, daysAgo],
        );
      await removeOldHistory(q, { accountId: account, days: 30 }, 100);
      return q.rows<{ days: number }>(
        "select round(extract(epoch from now() - at) / 86400)::int days from agent_state where account_id = $1 order by 1",
        [account],
      );
    });
    expect(left.map(({ days: ago }) => ago)).toEqual([1, 35]);
  });

  it("shifts are saved per weekday, and one that ends before its start ends on the next day", async () => {
    const { account, key } = await server.account();
    const { userId } = await server.user(account, "owner");
    const save = (body: object) => server.call("PUT", `/v4/call-center/shift/${userId}/`, { as: { key }, body });
    const night = [{ weekday: 7, start: "22:00", end: "06:00" }];
    expect((await save({ zone: "America/New_York", days: night })).body.payload).toMatchObject([
      { userId, zone: "America/New_York", days: night },
    ]);
    expect((await save({ zone: "Nowhere", days: night })).body.error).toMatchObject([{ where: "body.zone" }]);
    expect((await save({ zone: "Etc/UTC", days: [...night, ...night] })).body.error).toMatchObject([
      { message: "A day has at most one shift" },
    ]);
    expect((await save({ zone: "Etc/UTC", days: [{ weekday: 1, start: "9", end: "17:00" }] })).status).toBe(400);
    expect((await server.call("GET", "/v4/call-center/shift/", { as: { key } })).body.payload).toMatchObject([
      { userId, days: night },
    ]);
    const report = (query: string) => server.call("GET", `/v4/call-center/agents/?${query}`, { as: { key } });
    expect(
      (await report("grouping=day&startDate=2026-01-01&endDate=2026-02-01&zone=Etc/UTC")).body.error,
    ).toMatchObject([{ code: "too_long" }]);
  });
});
