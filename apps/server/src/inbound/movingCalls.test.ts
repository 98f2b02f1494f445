import type { Ivr } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callIn } from "../../test/callIn.ts";
import { ask, handsets, makeWorld, until } from "../../test/engineWorld.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { testDialect } from "../../test/testDialect.ts";
import { isCrowded, movingCall, startingCall } from "../store/calls/callTransactions.ts";
import { type Database, openDatabase } from "../store/database.ts";
import { insertDestination, insertRouteTag, putRouteNumbers } from "../store/routing/inboundRoute.ts";
import { insertIvr, removeIvr } from "../store/routing/ivr.ts";
import type { LegRow } from "../store/simulator/simulatorCall.ts";
import { callFromHandset } from "./callFromHandset.ts";
import { moveCall } from "./moveCall.ts";

const db = await freshDatabase();
/** The pool of a second process. */
const other = openDatabase(db.url, { connections: 4, ...testDialect() });
afterAll(() => other.close());

const scene = await makeWorld(db);
const { account, number } = scene;
const world = { publicUrl: "https://trunkline.example", pace: 1 };
const phones = handsets(20);

/** One menu, whose keys lead back to it. */
const ivrOf = (say: string): Ivr => ({
  ivrName: "keys",
  version: 0,
  configurationOptions: {
    ttsVoice: "en-us-standard-female-1",
    maxAttempts: 3,
    timeout: 3,
    minDigits: 1,
    maxDigits: 1,
    say: "Sorry?",
    play: "",
    recording: false,
    ttsPlaybackSpeed: "100%",
    description: "",
    maxAttemptsPlay: "",
    maxAttemptsSay: "Goodbye.",
  },
  menus: [
    {
      menuId: "first",
      say,
      play: "",
      recording: false,
      version: 0,
      entry: true,
      options: [1, 2, 3].map((dtmfKey) => ({ dtmfKey, say: "", actions: [{ type: "nextMenu", value: "first" }] })),
    },
  ],
});

beforeAll(() =>
  db.tx([account], async (q) => {
    await insertIvr(q, account, ivrOf("Welcome."), "test");
    await insertRouteTag(q, account, "keys", "");
    const destination = { name: "ivr-keys", routeTag: "keys", description: "", callbackUrl: "", priority: 0 };
    const kind = { srcType: "call", dest: "ivr", destType: "ivr", distributionType: 1, status: 1 } as const;
    const ruleDTO = { name: "rule_keys_ivr", and: [], or: [] };
    const options = { timezone: 0, ivr: "keys" };
    await insertDestination(q, account, { ...destination, ...kind, options, ruleDTO }, true);
    await putRouteNumbers(q, account, "keys", { phones: [number], numberSetIds: [] });
  }),
);

/** A handset calls the IVR; its phone, which has heard the first menu. */
async function dial(): Promise<LegRow> {
  const call = { from: phones.pop() ?? "", to: number };
  const [leg] = await startingCall(db, account, (q) => callFromHandset(q, account, call, world));
  if (leg === undefined) throw new Error("the call has no phone");
  return leg;
}

const press = (of: Database, { callId, legId }: LegRow, keys: string): Promise<boolean> =>
  movingCall(of, account, (q) =>
    moveCall(q, { accountId: account, callId }, () => [{ legId, input: { input: "keys", keys } }], world),
  );

interface Pressed {
  keys: string;
  events: string;
  heard: string;
}

/** The keys of a call as the call, its events and its phone have them. */
async function pressedOn({ callId }: LegRow): Promise<Pressed | undefined> {
  const [pressed] = await ask<Pressed>(
    db,
    scene,
    `select c.keys,
       (select string_agg(e.data ->> 'digits', '' order by e.event_id) from call_event e
         where e.account_id = $1 and e.call_id = c.call_id and e.type = 'digits') events,
       (select string_agg(n ->> 'text', '' order by i) from simulator_call s, jsonb_array_elements(s.log) with ordinality l (n, i)
         where s.account_id = $1 and s.call_id = c.call_id and n ->> 'kind' = 'key') heard
     from call c where c.account_id = $1 and c.call_id = '${callId}'`,
  );
  return pressed;
}

describe("keys of one call (architecture, One program)", () => {
  it("count once each and in one order, pressed at two processes at once", async () => {
    const leg = await dial();
    const keys = [..."123123123123"];
    await Promise.all(keys.map((key, at) => press(at % 2 === 0 ? db : other, leg, key)));
    const pressed = await pressedOn(leg);
    expect([...(pressed?.keys ?? "")].sort()).toEqual([...keys].sort());
    expect(pressed).toEqual({ keys: pressed?.keys, events: pressed?.keys, heard: pressed?.keys });
  });

  it("count once if the connection is cut before they are committed", async () => {
    const leg = await dial();
    const { callId, legId } = leg;
    let tries = 0;
    await movingCall(db, account, async (q) => {
      tries += 1;
      const key = { legId, input: { input: "keys" as const, keys: "1" } };
      await moveCall(q, { accountId: account, callId }, () => [key], world);
      const me = await q.one<{ pid: number }>("select pg_backend_pid() as pid");
      if (tries === 1) await db.owner((killer) => killer.run("select pg_terminate_backend($1::int)", [me?.pid]));
      await q.run("select 1");
    });
    expect(tries).toBe(2);
    expect(await pressedOn(leg)).toEqual({ keys: "1", events: "1", heard: "1" });
  });

  it("are answered while more calls begin than a process begins at once", async () => {
    const leg = await dial();
    const held = Promise.withResolvers<void>();
    let open = 0;
    let most = 0;
    const crowd = Array.from({ length: 12 }, () =>
      startingCall(db, account, async (q) => {
        most = Math.max(most, ++open);
        await held.promise;
        await q.run("select 1");
        open--;
      }),
    );
    await until("as many begin as may", async () => open === 4);
    expect(await press(db, leg, "2")).toBe(true);
    held.resolve();
    await Promise.all(crowd);
    expect(most).toBe(4);
  });
});

describe("a crowd of callers", () => {
  it("is twenty calls that move within a second, at one process", async () => {
    const quiet = openDatabase(db.url, { connections: 2, ...testDialect() });
    try {
      const move = () => movingCall(quiet, account, (q) => q.run("select 1"));
      const some = Array.from({ length: 19 }, move);
      expect(isCrowded(quiet)).toBe(false);
      const last = move();
      expect([isCrowded(quiet), isCrowded(openDatabase(db.url))]).toEqual([true, false]);
      await Promise.all([...some, last]);
    } finally {
      await quiet.close();
    }
  });
});

describe("a call that begins", () => {
  it("is stored with its session, its route and its figures, and its phone is connected", async () => {
    const leg = await dial();
    expect(leg).toMatchObject({ state: "talking", direction: "from_handset", parentId: null });
    expect(leg.answered).not.toBeNull();
    expect(leg.log.map(({ text }) => text)).toEqual(["Answered", "Welcome."]);
    const stored = await ask(
      db,
      scene,
      `select c.state, c.line, c.route_tag, c.carrier, c.carrier_ref = c.call_id::text named, c.submitted is not null submitted,
         c.session ->> 'menusKey' is not null refers, c.session -> 'plan' -> 'menus' menus, c.plan -> 'menus' ->> 'entry' entry,
         d.outcome, d.dest, (select count(*)::int from call_event e where e.account_id = $1 and e.call_id = c.call_id) events
       from call c join route_decision d on d.account_id = c.account_id and d.subject_id = c.call_id
       where c.account_id = $1 and c.call_id = '${leg.callId}'`,
    );
    const call = { state: "received", line: "in_progress", route_tag: "keys", carrier: "simulated", named: true };
    const session = { submitted: true, refers: true, menus: null, entry: "first" };
    expect(stored).toEqual([{ ...call, ...session, outcome: "delivered", dest: "keys", events: 1 }]);
  });

  it("was answered, even where it ends in the transaction that begins it", async () => {
    const from = phones.pop() ?? "";
    const callId = await callIn(db, account, { from, to: number }, [{ do: "hangUp" }], world);
    const ended = await ask(
      db,
      scene,
      `select state, answered is not null answered, ended is not null ended, owed_at,
         (select array_agg(n ->> 'text' order by i) from jsonb_array_elements(log) with ordinality l (n, i)) notes
       from simulator_call where account_id = $1 and call_id = '${callId}'`,
    );
    const notes = ["Answered", "The call was ended"];
    expect(ended).toEqual([{ state: "ended", answered: true, ended: true, owed_at: null, notes }]);
  });

  it("hears an IVR that was removed and made again under its name", async () => {
    await dial();
    await db.tx([account], (q) => removeIvr(q, account, "keys"));
    const gone = await dial();
    expect(gone.log.map(({ text }) => text)).toContain(
      "We cannot take your call at the moment. Please call again later.",
    );
    await db.tx([account], (q) => insertIvr(q, account, ivrOf("Made again."), "test"));
    expect((await dial()).log.map(({ text }) => text)).toEqual(["Answered", "Made again."]);
  });
});
