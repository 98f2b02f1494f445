import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sampleContact } from "../outbound/describeKind.ts";
import { localMoment } from "../parts/time/clock.ts";
import { addInboundNode, changeInboundForm, connectInbound } from "./commands.ts";
import { compileRoute } from "./compile.ts";
import { evaluateRoute, type InboundEvent } from "./evaluateRoute.ts";
import { emptyInbound, type InboundGraph } from "./graph.ts";
import type { InboundKindName } from "./kinds.ts";
import { readInbound } from "./readInbound.ts";
import type { RouteDestination, RuleEntry } from "./route.ts";
import type { SrcType } from "./saved.ts";
import { contradiction, unreachablePaths } from "./unreachablePaths.ts";
import { writeInbound } from "./writeInbound.ts";

const event: InboundEvent = {
  channel: "sms",
  from: "+13035550111",
  to: "+12025550100",
  text: "Hello there",
  atMs: Date.UTC(2026, 10, 18, 15),
  contact: sampleContact,
};

const rule = (variable: string, operation: string, value = "", negated = false): RuleEntry => ({
  variable,
  operation,
  value,
  negated,
  type: variable === "options.timezone" ? "time" : variable.startsWith("contact.") ? "matchcontact" : "session",
});

const path = (name: string, change: Partial<RouteDestination> = {}, ...and: RuleEntry[]): RouteDestination => ({
  name,
  routeTag: "support",
  srcType: "sms",
  dest: name,
  destType: "inbox",
  description: name,
  distributionType: 1,
  callbackUrl: "",
  options: { timezone: -28, priority: change.priority ?? 1, ...change.options },
  applyTags: [],
  status: 1,
  ruleDTO: { name: "", and, or: [] },
  priority: 1,
  ...change,
});

const lead = (destinations: RouteDestination[], change: Partial<InboundEvent> = {}, globalTimezone = 0) =>
  evaluateRoute({ routeTag: "support", globalTimezone, destinations }, { ...event, ...change });

const holds = (one: RuleEntry, change: Partial<InboundEvent> = {}): boolean =>
  lead([path("a", {}, one)], change).destination !== null;

describe("spec 1 §3.5: what the rules look at", () => {
  const cases: [RuleEntry, boolean][] = [
    [rule("text", "CONTAINS", "HELLO"), true],
    [rule("text", "EQUALS_ONE_OF", "bye,hello there"), true],
    [rule("text", "BEGINS_WITH", "hell"), true],
    [rule("text", "ENDS_WITH", "here"), true],
    [rule("text", "ENDS_WITH", "here", true), false],
    [rule("text", "REGEX", "^h.*e$"), true],
    [rule("text", "REGEX", "(broken"), false],
    [rule("text", "DN_CONTAINS", "bye"), true],
    [rule("from", "EQUALS", "+13035550111"), true],
    [rule("from", "CONTAINS_ONE_OF", "+1720,+1303"), true],
    [rule("to", "BEGINS_WITH", "+1202"), true],
    [rule("fromstate", "CONTAINS_ONE_OF", "CO,WY"), true],
    [rule("fromstate", "CONTAINS_ONE_OF", "TX"), false],
    [rule("tostate", "CONTAINS_ONE_OF", "DC"), true],
    [rule("fromcountry", "EQUALS", "US"), true],
    [rule("fromcountry", "EQUALS", "US", true), false],
    [rule("tocountry", "EQUALS", "CA"), false],
    [rule("contact.extdata.tier", "EQUALS", "GOLD"), true],
    [rule("contact.extdata.Tier", "EXISTS"), true],
    [rule("contact.extdata.other", "EXISTS", "", true), true],
    [rule("contact.extdata.firstName", "EQUALS", "ann"), true],
    [rule("contact.extdata.other", "EQUALS", "x", true), true],
  ];
  const contact = { ...sampleContact, extdata: { tier: "gold" } };
  test.for(cases)("%j: %s", ([one, expected]) => {
    expect(holds(one, { contact })).toBe(expected);
  });

  test("an unknown number has no attributes and no state", () => {
    expect(holds(rule("contact.extdata.firstName", "EXISTS"), { contact: null })).toBe(false);
    expect(holds(rule("contact.extdata.firstName", "EXISTS", "", true), { contact: null })).toBe(true);
    expect(holds(rule("fromstate", "CONTAINS_ONE_OF", "CO"), { from: "+18005550111" })).toBe(false);
    expect(holds(rule("fromcountry", "EQUALS", "GB"), { from: "+442079460123" })).toBe(true);
    expect(holds(rule("fromcountry", "EQUALS", "US"), { from: "anonymous" })).toBe(false);
  });

  test("an area code that spans provinces is in each of them", () => {
    for (const code of ["NS", "PE"])
      expect(holds(rule("fromstate", "CONTAINS_ONE_OF", code), { from: "+19025550111" })).toBe(true);
  });
});

describe("time rules (spec 1 §3.5; readings, Inbound designer)", () => {
  const after = rule("options.timezone", "GREATER_THAN", "08:00:00");
  const before = rule("options.timezone", "LESS_THAN", "17:00:00");

  test("use the destination's zone, where -28 is the start node's and 1000 is Mountain", () => {
    const at = (timezone: number, globalTimezone: number) =>
      lead([path("a", { options: { timezone, priority: 1 } }, after)], {}, globalTimezone).paths[0]?.and[0];
    // 15:00 UTC
    expect(at(-28, -20)).toMatchObject({ actual: "10:00:00 America/New_York", holds: true });
    expect(at(-32, -20)).toMatchObject({ actual: "07:00:00 America/Los_Angeles", holds: false });
    expect(at(1000, -20)).toMatchObject({ actual: "08:00:00 America/Denver", holds: false });
    expect(at(-28, -28)).toMatchObject({ actual: "08:00:00 America/Denver" });
    expect(at(-28, 0)).toMatchObject({ actual: "15:00:00 Etc/UTC" });
  });

  test("follow the clock over daylight saving: 8 in New York is 13:00 UTC in winter and 12:00 in summer", () => {
    const open = (atMs: number) => lead([path("a", {}, after, before)], { atMs }, -20).destination !== null;
    expect(open(Date.UTC(2026, 2, 7, 13, 0, 1))).toBe(true);
    expect(open(Date.UTC(2026, 2, 7, 12, 59))).toBe(false);
    expect(open(Date.UTC(2026, 2, 8, 12, 0, 1))).toBe(true);
    expect(open(Date.UTC(2026, 9, 31, 12, 0, 1))).toBe(true);
    expect(open(Date.UTC(2026, 10, 1, 12, 30))).toBe(false);
    expect(open(Date.UTC(2026, 10, 1, 13, 0, 1))).toBe(true);
  });

  test("in the hour that is there twice both hours count, in the one that is missing none", () => {
    const halfPastOne = [
      rule("options.timezone", "GREATER_THAN", "01:00:00"),
      rule("options.timezone", "LESS_THAN", "02:00:00"),
    ];
    const open = (atMs: number) => lead([path("a", {}, ...halfPastOne)], { atMs }, -20).destination !== null;
    expect([5, 6, 7].map((hour) => open(Date.UTC(2026, 10, 1, hour, 30)))).toEqual([true, true, false]);
    const halfPastTwo = [
      rule("options.timezone", "GREATER_THAN", "02:00:00"),
      rule("options.timezone", "LESS_THAN", "03:00:00"),
    ];
    const gap = (atMs: number) => lead([path("a", {}, ...halfPastTwo)], { atMs }, -20).destination !== null;
    expect(Array.from({ length: 24 }, (_, hour) => gap(Date.UTC(2026, 2, 8, hour, 30)))).not.toContain(true);
  });
});

describe("readings, Inbound designer: which path is taken", () => {
  test("destinations of the channel by lowest priority, with rules before those without", () => {
    const all = [
      path("open", { priority: 2 }),
      path("zz", { priority: 2 }, rule("text", "CONTAINS", "hello")),
      path("first", { priority: 1 }, rule("text", "CONTAINS", "bye")),
      path("call", { srcType: "call", priority: 1 }),
    ];
    const verdict = lead(all);
    expect(verdict.paths.map(({ name, holds }) => [name, holds])).toEqual([
      ["first", false],
      ["zz", true],
    ]);
    expect(verdict).toMatchObject({ unread: 1, because: "matched", destination: { name: "zz" } });
    expect(lead(all, { text: "x" }).destination?.name).toBe("open");
  });

  test("all of `and`, and at least one of `or`, if any", () => {
    const either = (...or: RuleEntry[]) =>
      lead([path("a", { ruleDTO: { name: "", and: [rule("text", "CONTAINS", "hello")], or } })]).destination !== null;
    expect(either()).toBe(true);
    expect(either(rule("text", "CONTAINS", "x"), rule("text", "CONTAINS", "there"))).toBe(true);
    expect(either(rule("text", "CONTAINS", "x"))).toBe(false);
  });

  test("every rule of an evaluated path has its result, also without a match", () => {
    const verdict = lead([path("a", {}, rule("text", "CONTAINS", "x"), rule("from", "EQUALS", "+13035550111"))]);
    expect(verdict.paths[0]?.and.map(({ actual, holds }) => [actual, holds])).toEqual([
      ["Hello there", false],
      ["+13035550111", true],
    ]);
    expect(verdict).toMatchObject({ destination: null, because: "noPathMatches" });
    expect(lead([], {})).toMatchObject({ destination: null, because: "noPathForChannel" });
    expect(lead([path("off", { status: 0 })])).toMatchObject({ destination: null, because: "noPathForChannel" });
  });
});

describe("paths that can never be taken", () => {
  const never = (...rules: RuleEntry[]) => contradiction(rules);
  const cases: [string, RuleEntry[], boolean][] = [
    [
      "a span over midnight",
      [rule("options.timezone", "GREATER_THAN", "17:00:00"), rule("options.timezone", "LESS_THAN", "08:00:00")],
      true,
    ],
    [
      "a span of the day",
      [rule("options.timezone", "GREATER_THAN", "08:00:00"), rule("options.timezone", "LESS_THAN", "17:00:00")],
      false,
    ],
    ["before midnight", [rule("options.timezone", "LESS_THAN", "00:00:00")], true],
    [
      "two values of one number",
      [rule("from", "EQUALS", "+12025550100"), rule("from", "EQUALS", "+12025550101")],
      true,
    ],
    ["a value and its negation", [rule("text", "EQUALS", "yes"), rule("text", "CONTAINS", "ye", true)], true],
    ["one of a list that fits", [rule("text", "EQUALS_ONE_OF", "yes,no"), rule("text", "BEGINS_WITH", "n")], false],
    [
      "needed and not there",
      [rule("contact.extdata.a", "EXISTS", "", true), rule("contact.extdata.a", "CONTAINS", "x")],
      true,
    ],
    ["an empty list", [rule("from", "CONTAINS_ONE_OF", "")], true],
    [
      "an area code elsewhere",
      [rule("from", "CONTAINS_ONE_OF", "+1303"), rule("fromstate", "CONTAINS_ONE_OF", "TX")],
      true,
    ],
    [
      "an area code of the state",
      [rule("from", "CONTAINS_ONE_OF", "+1303,+1512"), rule("fromstate", "CONTAINS_ONE_OF", "TX")],
      false,
    ],
  ];
  test.for(cases)("%s", ([, rules, impossible]) => {
    expect(never(...rules) !== undefined).toBe(impossible);
  });

  test("an earlier path without rules, or with only some of its rules, takes all of it", () => {
    const yes = rule("text", "CONTAINS", "yes");
    const route = (destinations: RouteDestination[]) =>
      unreachablePaths({ routeTag: "a", globalTimezone: 0, destinations });
    expect(route([path("all", { priority: 1 }), path("some", { priority: 2 }, yes)])).toEqual([
      { name: "some", because: "all is tried first and matches everything" },
    ]);
    expect(
      route([path("a", { priority: 1 }, yes), path("b", { priority: 2 }, rule("from", "EXISTS"), yes)]),
    ).toHaveLength(1);
    expect(route([path("a", { priority: 1 }, yes), path("b", { priority: 2 })])).toEqual([]);
    expect(route([path("a", { priority: 1 }), path("b", { srcType: "rcs" }, yes)])).toEqual([]);
  });
});

/** Random drawings: paths of rules with a destination each. */
const drawing = fc.array(
  fc.record({
    channel: fc.constantFrom<SrcType>("call", "sms", "rcs"),
    rules: fc.array(
      fc.oneof(
        fc.record({
          kind: fc.constant("time" as const),
          form: fc.record({
            timeOperation: fc.constantFrom("LESS_THAN", "GREATER_THAN"),
            timeValue: fc.constantFrom("06:00:00", "12:00:00", "18:00:00"),
          }),
        }),
        fc.record({
          kind: fc.constant("fromNumber" as const),
          form: fc.record({
            contentOperation: fc.constantFrom("BEGINS_WITH", "DN_BEGINS_WITH", "ENDS_WITH", "REGEX", "DN_REGEX"),
            contentValue: fc.constantFrom("303", "111", "[+]1"),
          }),
        }),
        fc.record({
          kind: fc.constant("areaCode" as const),
          form: fc.record({ contentValue: fc.subarray(["303", "512", "212"], { minLength: 1 }) }),
        }),
        fc.record({
          kind: fc.constant("contactAttribute" as const),
          form: fc.record({
            attributeValue: fc.constantFrom("tier", "age"),
            contentOperation: fc.constantFrom("EQUALS", "DN_EQUALS", "EXISTS", "DN_EXISTS"),
            contentValue: fc.constantFrom("gold", "30"),
          }),
        }),
        fc.record({
          kind: fc.constant("state" as const),
          form: fc.record({ contentValue: fc.subarray(["CO", "TX", "NY"], { minLength: 1 }) }),
        }),
      ),
      { maxLength: 3 },
    ),
    priority: fc.integer({ min: 1, max: 4 }),
    timezone: fc.constantFrom(-28, -20, 1000, 0),
  }),
  { maxLength: 8 },
);

interface Drawn {
  channel: SrcType;
  rules: { kind: InboundKindName; form: Record<string, unknown> }[];
  priority: number;
  timezone: number;
}

function draw(paths: readonly Drawn[]): InboundGraph {
  let graph = emptyInbound();
  paths.forEach(({ channel, rules, priority, timezone }, index) => {
    const end: Drawn["rules"][number] =
      channel === "call"
        ? { kind: "ivr", form: { ivrName: `menu${index}`, priority, timezone } }
        : { kind: "inbox", form: { inboxName: `box${index}`, priority, timezone } };
    let above: string = `${channel}Src`;
    for (const { kind, form } of [...rules, end]) {
      const added = addInboundNode(graph, kind, { x: 0, y: 0 });
      const id = added.id ?? "";
      graph = connectInbound(changeInboundForm(added.graph, id, form), above, id);
      above = id;
    }
  });
  return graph;
}

/** The same result from the graph, computed in the simplest way. */
function naive(
  paths: readonly Drawn[],
  { channel, from, atMs, contact }: InboundEvent,
  globalTimezone: number,
): number | null {
  const zones: Record<number, string> = { [-20]: "America/New_York", 1000: "America/Denver", 0: "Etc/UTC" };
  const fits = ({ rules, timezone }: Drawn): boolean =>
    rules.every(({ kind, form }) => {
      const text = String(form["contentValue"]);
      if (kind === "time") {
        const zone = zones[timezone === -28 ? globalTimezone : timezone] ?? "";
        const seconds = localMoment(atMs, zone).secondOfDay;
        const limit = Number(String(form["timeValue"]).slice(0, 2)) * 3_600;
        return form["timeOperation"] === "LESS_THAN" ? seconds < limit : seconds > limit;
      }
      if (kind === "areaCode") return (form["contentValue"] as string[]).includes(from.slice(2, 5));
      const states: Record<string, string> = { "303": "CO", "512": "TX", "212": "NY" };
      if (kind === "state") return (form["contentValue"] as string[]).includes(states[from.slice(2, 5)] ?? "");
      const actual = kind === "fromNumber" ? from : contact?.extdata[String(form["attributeValue"])];
      const operation = String(form["contentOperation"]);
      const yes = (): boolean => {
        if (actual === undefined) return false;
        switch (operation.replace(/^DN_/, "")) {
          case "BEGINS_WITH":
            return actual.startsWith(text);
          case "ENDS_WITH":
            return actual.endsWith(text);
          case "REGEX":
            return new RegExp(text).test(actual);
          case "EXISTS":
            return true;
          default:
            return actual === text;
        }
      };
      return yes() !== operation.startsWith("DN_");
    });
  const order = paths
    .map((one, index) => ({ one, index }))
    .filter(({ one }) => one.channel === channel)
    .sort(
      (a, b) =>
        a.one.priority - b.one.priority ||
        Number(a.one.rules.length === 0) - Number(b.one.rules.length === 0) ||
        a.index - b.index,
    );
  return order.find(({ one }) => fits(one))?.index ?? null;
}

describe("random drawings", () => {
  const world = fc.record({
    channel: fc.constantFrom<SrcType>("call", "sms", "rcs"),
    from: fc.constantFrom("+13035550111", "+15125550111", "+12125550000", "+14155550111"),
    atMs: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }),
    extdata: fc.constantFrom<Record<string, string>>({}, { tier: "gold" }, { age: "30" }, { tier: "tin", age: "31" }),
    globalTimezone: fc.constantFrom(0, -20),
  });

  test("compiled routes reach the same destinations as a plain reading of the drawing", () => {
    fc.assert(
      fc.property(drawing, world, (paths, { extdata, globalTimezone, ...rest }) => {
        const graph = draw(paths);
        const destinations = compileRoute(graph, "t").destinations.map(({ destination }) => destination);
        const route = { routeTag: "t", globalTimezone, destinations };
        const now: InboundEvent = { ...event, ...rest, contact: { ...sampleContact, extdata } };
        const expected = naive(paths, now, globalTimezone);
        const verdict = evaluateRoute(route, now);
        expect(verdict.destination?.name).toBe(expected === null ? undefined : destinations[expected]?.name);
        expect(unreachablePaths(route).map(({ name }) => name)).not.toContain(verdict.destination?.name ?? "none");
        expect(verdict.paths.filter(({ holds }) => holds).length).toBe(expected === null ? 0 : 1);
        expect(readInbound(JSON.stringify(writeInbound(graph)))).toEqual(graph);
      }),
      { numRuns: 500 },
    );
  });

  test("no regular expression takes long, whatever it is", () => {
    const evil = ["(a+)+$", "(a|a)*$", "(.*a){20}", "^(([a-z])+.)+[A-Z]([a-z])+$", "(a?){50}a{50}"];
    const text = `${"a".repeat(1_599)}!`;
    for (const value of evil) {
      const verdict = lead([path("a", {}, rule("text", "REGEX", value))], { text });
      expect(typeof verdict.paths[0]?.holds).toBe("boolean");
    }
  });

  test("a regular expression may be any text at all", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 200 }), (value, text) => {
        expect(["matched", "noPathMatches"]).toContain(
          lead([path("a", {}, rule("text", "REGEX", value))], { text }).because,
        );
      }),
    );
  });
});
