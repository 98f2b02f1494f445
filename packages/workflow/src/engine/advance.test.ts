import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AnyNodeKind, Behaviour, Outcome } from "../nodeKind.ts";
import type { SavedNode } from "../savedNode.ts";
import { advance, maxVarsBytes, maxVisits } from "./advance.ts";
import type { World } from "./advanceWorld.ts";
import type { JourneyEvent } from "./effects.ts";
import type { Advance, Journey } from "./journey.ts";
import { newJourney } from "./player.ts";
import type { Contact, Definition } from "./world.ts";

const now = Date.parse("2026-03-10T15:00:00Z");

const contact: Contact = {
  contactId: "c1",
  phone: "+12025550123",
  email: null,
  firstName: "Ann",
  lastName: null,
  address: null,
  city: null,
  state: "NY",
  postalCode: null,
  country: null,
  tags: [],
  extdata: {},
  zones: ["America/New_York"],
  zonesFrom: "state",
  dnc: 0,
};

type Toy = SavedNode & { next?: number | null; outcome?: Outcome };

const next = (node: Toy): number | null => node.next ?? null;
const toys: Record<string, Behaviour<Toy>> = {
  pass: { run: (node) => ({ go: next(node) }) },
  says: { run: (node) => node.outcome ?? { go: null } },
  turn: {
    run: () => ({ ask: { do: "claimTurn", key: "k", perMinute: 60 } }),
    answer: (node, answer) => ({ go: next(node), because: answer.reason }),
  },
  overhears: {
    run: () => ({ ask: { do: "claimTurn", key: "k", perMinute: 60 } }),
    overhear: (_, at, { text }) => ({ heard: `${at.vars["heard"] ?? ""}${text};` }),
  },
  sleep: { run: (_, at) => ({ wait: { until: at.now + 1000 } }), wake: (node) => ({ go: next(node) }) },
  listen: {
    run: (_, at) => ({ wait: { until: at.now + 1000, forReply: true } }),
    reply: (node, at) => (at.vars["node9.reply"] === "yes" ? { go: next(node) } : { wait: { forReply: true } }),
    wake: () => ({ go: null, because: "time-out" }),
  },
  throws: {
    run: () => {
      throw new Error("boom");
    },
  },
  writes: { run: (node) => ({ go: next(node), also: [{ do: "setContact", fields: { State: "FL", Tier: "gold" } }] }) },
  reads: {
    run: (node, at) => ({
      go: next(node),
      because: `${at.contact.state} ${at.contact.extdata["tier"]} ${at.contact.zones}`,
    }),
  },
};

function world(nodes: Partial<Toy>[], more: Partial<World> = {}): World {
  const definition: Definition = {
    campaignId: "w1",
    version: 1,
    startNode: 1,
    nodes: new Map(
      nodes.map((node, index) => [index + 1, { id: index + 1, type: "pass", x: 0, y: 0, children: [], ...node }]),
    ),
    sections: { main: 1, other: 3 },
    sendWindow: () => [],
  };
  return {
    definition,
    // the toys have no wire and no design: the engine looks at neither
    kindOf: (node) => toys[node.type] as unknown as AnyNodeKind,
    now,
    contact,
    lookup: {
      template: () => undefined,
      campaignExists: () => true,
      zone: () => undefined,
      federalDnc: () => undefined,
    },
    ...more,
  };
}

const begin = (): Journey => newJourney("j1", now);
const started: JourneyEvent = { type: "started" };
const start = (nodes: Partial<Toy>[], more?: Partial<World>): Advance => advance(begin(), started, world(nodes, more));
const outcomes = ({ steps }: Advance): string[] => steps.map(({ node, outcome }) => `${node} ${outcome}`);

describe("a walk", () => {
  test("goes through pure nodes to the end, one step each", () => {
    const result = start([{ next: 2 }, { next: 3 }, {}]);
    expect(outcomes(result)).toEqual(["1 went", "2 went", "3 ended"]);
    expect(result.steps.map(({ revision }) => revision)).toEqual([1, 2, 3]);
    expect(result.journey).toMatchObject({ status: "done", at: null, revision: 3 });
  });

  test("stops at an effect and continues with its answer", () => {
    const nodes = [{ next: 2 }, { type: "turn", next: 3 }, {}];
    const asked = start(nodes);
    expect(asked.journey).toMatchObject({ status: "asking", at: 2, visits: 0 });
    expect(asked.effects).toEqual([{ node: 2, revision: 2, effect: { do: "claimTurn", key: "k", perMinute: 60 } }]);
    const answered = advance(
      asked.journey,
      { type: "answered", answer: { ok: false, reason: "opted_out" } },
      world(nodes),
    );
    expect(outcomes(answered)).toEqual(["2 went", "3 ended"]);
    expect(answered.steps[0]).toMatchObject({
      because: "the contact has opted out",
      data: { reason: "opted_out", to: 3 },
    });
  });

  test("keeps what an answer brought, and runs the node again when it says so", () => {
    const nodes = [{ type: "turn", next: 2 }, {}];
    const asked = start(nodes).journey;
    const brought = advance(asked, { type: "answered", answer: { ok: true, vars: { x: "1" } } }, world(nodes));
    expect(brought.journey.vars).toEqual({ x: "1" });
    const again = advance(asked, { type: "answered", answer: { ok: false, again: true } }, world(nodes));
    expect(again.journey.status).toBe("asking");
    expect(again.effects).toHaveLength(1);
  });

  test("jumps to the first node of a section", () => {
    const result = start([{ type: "says", outcome: { go: null, jump: "other" } }, {}, {}]);
    expect(outcomes(result)).toEqual(["1 went", "3 ended"]);
  });

  test("stops when its budget is used up, due at once", () => {
    const nodes = [{ next: 2 }, { next: 3 }, {}];
    const first = start(nodes, { visits: 1 });
    expect(first.journey).toMatchObject({ status: "moving", at: 2, visits: 1 });
    const second = advance(first.journey, started, world(nodes, { visits: 1 }));
    expect(second.journey).toMatchObject({ status: "moving", at: 3, visits: 2 });
  });

  test("shows later nodes the contact as earlier ones left it", () => {
    const result = start([{ type: "writes", next: 2 }, { type: "reads", next: 3 }, {}]);
    expect(result.steps[1]?.because).toBe("FL gold America/New_York,America/Chicago");
    expect(result.changes).toEqual([
      { node: 1, revision: 1, change: { do: "setContact", fields: { State: "FL", Tier: "gold" } } },
    ]);
  });

  test("does not change what it was given", () => {
    const nodes = [{ type: "says", outcome: { go: 2, assign: { x: "1" } } }, { type: "writes" }];
    const journey = Object.freeze({ ...begin(), vars: Object.freeze({}) });
    const given = world(nodes, { contact: Object.freeze({ ...contact, extdata: Object.freeze({}) }) });
    expect(advance(journey, started, given).journey.vars).toEqual({ x: "1" });
    expect(journey.revision).toBe(0);
    expect(given.contact.state).toBe("NY");
  });
});

describe("waiting", () => {
  const nodes = [{ type: "sleep", next: 2 }, {}];

  test("ends at its instant and not before", () => {
    const waiting = start(nodes).journey;
    expect(waiting).toMatchObject({ status: "waiting", wakeAt: now + 1000 });
    const early = advance(waiting, { type: "woke" }, world(nodes, { now: now + 999 }));
    expect(early.steps).toEqual([]);
    expect(early.journey).toBe(waiting);
    const woken = advance(waiting, { type: "woke" }, world(nodes, { now: now + 1000 }));
    expect(outcomes(woken)).toEqual(["1 went", "2 ended"]);
    expect(woken.journey.wakeAt).toBeUndefined();
  });

  test("resets the visit count unless it is over at once", () => {
    expect(start(nodes).journey.visits).toBe(0);
    const past = [{ type: "says", outcome: { wait: { until: now - 1 } } as Outcome }];
    expect(start(past).journey.visits).toBe(1);
  });

  test("of a listener ends with a reply that its node takes, whichever comes first", () => {
    const listeners = [{ type: "listen", next: 2 }, {}];
    const waiting = start(listeners).journey;
    expect(waiting).toMatchObject({ listening: true, wakeAt: now + 1000 });
    const later = world(listeners, { now: now + 500 });
    const no = advance(waiting, { type: "replied", node: 9, text: "no" }, later);
    expect(outcomes(no)).toEqual(["1 replied"]);
    // a reply that fits no path keeps the journey waiting (readings, Outbound editor)
    expect(no.journey).toMatchObject({
      status: "waiting",
      listening: true,
      wakeAt: now + 1000,
      vars: { "node9.reply": "no" },
    });
    const yes = advance(no.journey, { type: "replied", node: 9, text: "yes" }, later);
    expect(outcomes(yes)).toEqual(["1 went", "2 ended"]);
    expect(yes.steps[0]?.data).toMatchObject({ reply: "yes", of: 9 });
    const timeOut = advance(no.journey, { type: "woke" }, world(listeners, { now: now + 1000 }));
    expect(timeOut.steps[0]).toMatchObject({ outcome: "ended", because: "time-out" });
  });
});

describe("an event at the wrong time", () => {
  test("a reply to a node that does not listen is saved and evaluated later", () => {
    for (const type of ["sleep", "turn"]) {
      const nodes = [{ type, next: 2 }, {}];
      const before = start(nodes).journey;
      const replied = advance(before, { type: "replied", node: 9, text: "yes" }, world(nodes));
      expect(replied.journey).toEqual({
        ...before,
        vars: { "node9.reply": "yes", unansweredReplies: '["yes"]' },
        revision: before.revision + 1,
      });
      expect(outcomes(replied)).toEqual(["1 replied"]);
    }
  });

  test("a node that asks keeps the same reply each time it comes (readings, AI Assist)", () => {
    const nodes = [{ type: "overhears" }];
    const reply: JourneyEvent = { type: "replied", node: 9, text: "yes" };
    const once = advance(start(nodes).journey, reply, world(nodes)).journey;
    const twice = advance(once, reply, world(nodes)).journey;
    expect(twice).toMatchObject({ status: "asking", vars: { "node9.reply": "yes", heard: "yes;yes;" } });
  });

  test("an answer without a request is ignored", () => {
    const answer: JourneyEvent = { type: "answered", answer: { ok: true } };
    const nodes = [{ type: "sleep", next: 2 }, { type: "turn" }];
    const waiting = start(nodes).journey;
    expect(advance(waiting, answer, world(nodes)).journey).toBe(waiting);
    const asking = advance(waiting, { type: "woke" }, world(nodes, { now: now + 1000 })).journey;
    expect(advance(asking, { ...answer, node: 1 }, world(nodes)).journey).toBe(asking);
    expect(advance(asking, { ...answer, node: 2 }, world(nodes)).journey.status).toBe("done");
  });

  test("nothing happens to a journey that has ended", () => {
    const done = start([{}]).journey;
    for (const event of [started, { type: "woke" }, { type: "replied", node: 1, text: "x" }] as JourneyEvent[]) {
      const result = advance(done, event, world([{}]));
      expect(result).toEqual({ journey: done, steps: [], effects: [], changes: [] });
    }
  });

  test("a second start does not run an asking node twice", () => {
    const nodes = [{ type: "turn" }];
    const asking = start(nodes).journey;
    expect(advance(asking, started, world(nodes)).effects).toEqual([]);
    expect(advance(asking, { type: "woke" }, world(nodes)).effects).toEqual([]);
  });
});

describe("a failed journey", () => {
  test("has gone through 200 nodes without a wait (readings, Visits)", () => {
    const result = start([{ next: 2 }, { next: 1 }]);
    expect(result.journey).toMatchObject({ status: "failed", reason: "runaway" });
    expect(result.steps).toHaveLength(maxVisits + 1);
    expect(result.steps.at(-1)?.because).toBe("more than 200 nodes without a wait");
  });

  test("has gone through them in small budgets as well", () => {
    const nodes = [{ next: 2 }, { next: 1 }];
    let journey = begin();
    for (let call = 0; call < 300 && journey.status === "moving"; call++) {
      journey = advance(journey, started, world(nodes, { visits: 1 })).journey;
    }
    expect(journey).toMatchObject({ status: "failed", reason: "runaway", revision: maxVisits + 1 });
  });

  test.each<[string, Partial<Toy>[], string]>([
    ["a node that is not there", [{ next: 7 }], "unknown_node"],
    ["an unknown kind", [{ type: "teleport" }], "unknown_kind"],
    ["a section that is not there", [{ type: "says", outcome: { go: null, jump: "nowhere" } }], "unknown_section"],
    [
      "a section named like a property of every object",
      [{ type: "says", outcome: { go: null, jump: "constructor" } }],
      "unknown_section",
    ],
    ["a node that throws", [{ type: "throws" }], "broken_node: boom"],
    ["what its node says", [{ type: "says", outcome: { fail: "template_deleted" } }], "template_deleted"],
    [
      "variables over 64 kB",
      [{ type: "says", outcome: { go: 2, assign: { x: "é".repeat(maxVarsBytes / 2) } } }, {}],
      "variables_too_large",
    ],
  ])("names %s", (_, nodes, reason) => {
    const { journey, steps } = start(nodes);
    expect(journey).toMatchObject({ status: "failed", reason });
    expect(steps.at(-1)?.outcome).toBe("failed");
  });

  test("may hold 64 kB of variables exactly", () => {
    const x = "é".repeat((maxVarsBytes - 2) / 2);
    expect(start([{ type: "says", outcome: { go: 2, assign: { xx: x } } }, {}]).journey.status).toBe("done");
  });
});

describe("any workflow with any events", () => {
  const node = fc.record({
    type: fc.constantFrom("pass", "turn", "sleep", "listen", "writes", "reads", "throws", "teleport"),
    next: fc.option(fc.integer({ min: 1, max: 7 })),
  });
  const event = fc.oneof(
    fc.constant(started),
    fc.constant<JourneyEvent>({ type: "woke" }),
    fc.record({ type: fc.constant("answered" as const), answer: fc.record({ ok: fc.boolean() }) }),
    fc.record({ type: fc.constant("replied" as const), node: fc.constant(9), text: fc.constantFrom("yes", "no") }),
  );

  test("numbers its steps without a gap, asks at most once a call, and gives the same answer twice", () => {
    fc.assert(
      fc.property(
        fc.array(node, { minLength: 1, maxLength: 6 }),
        fc.array(event, { maxLength: 30 }),
        fc.option(fc.integer({ min: 1, max: 5 })),
        (nodes, events, visits) => {
          let journey = begin();
          let clock = now;
          for (const one of [started, ...events]) {
            clock += 600;
            const at = world(nodes, { now: clock, ...(visits === null ? {} : { visits }) });
            const result = advance(journey, one, at);
            expect(advance(journey, one, at)).toEqual(result);
            expect(result.steps.map(({ revision }) => revision)).toEqual(
              result.steps.map((_, index) => journey.revision + 1 + index),
            );
            expect(result.journey.revision).toBe(journey.revision + result.steps.length);
            expect(result.effects.length).toBe(result.journey.status === "asking" && result.effects.length > 0 ? 1 : 0);
            expect(result.journey.at === null).toBe(result.journey.status === "done" || result.journey.revision === 0);
            expect(JSON.parse(JSON.stringify(result.journey))).toEqual(result.journey);
            journey = result.journey;
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
