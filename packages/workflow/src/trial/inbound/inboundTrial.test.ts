import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Question, routeOf } from "../../inbound/askRoute.ts";
import { emptyInbound, type InboundGraph, newInboundNode } from "../../inbound/graph.ts";
import type { InboundKindName } from "../../inbound/kinds.ts";
import type { Ivr } from "../../voice/ivr/ivr.ts";
import type { LineEvent } from "../../voice/verbs.ts";
import {
  continueInbound,
  type InboundInput,
  type InboundMoment,
  type InboundSetup,
  type InboundWorld,
  playInbound,
} from "./inboundTrial.ts";
import { nextTimeChange } from "./nextTimeChange.ts";
import { silenceOf } from "./silence.ts";

const ivr: Ivr = JSON.parse(readFileSync(new URL("../../../fixtures/ivr/ivr.json", import.meta.url), "utf8"));

type Drawn = readonly [id: string, kind: InboundKindName, under: string, form?: object];

function drawn(...nodes: Drawn[]): InboundGraph {
  const empty = emptyInbound();
  const made = nodes.map(([id, kind, , form]) => {
    const node = newInboundNode(id, kind, 0, 0);
    return [id, { ...node, form: { ...node.form, ...form } }] as const;
  });
  const lines = nodes.map(([id, , under]) => ({ id: `${under}-${id}`, source: under, target: id, carried: {} }));
  return { ...empty, nodes: new Map([...empty.nodes, ...made]), edges: [...empty.edges, ...lines] };
}

const worldOf = (...nodes: Drawn[]): InboundWorld => ({
  asked: routeOf(drawn(...nodes), { routeTag: "desk", destinations: [] }),
  ivrs: new Map([["shop", ivr]]),
  liveLists: new Set(["sales"]),
  workGroups: new Set(["desk"]),
  workflows: new Map([["w1", "Welcome"]]),
  ownNumbers: new Set(["+12025550100"]),
});

const question: Question = {
  srcType: "call",
  from: "+12025550143",
  to: "+12025550100",
  at: "2026-03-02T15:00",
  text: "",
  attributes: {},
};
const setupOf = (asked: Partial<Question> = {}, documents: InboundSetup["documents"] = {}): InboundSetup => ({
  question: { ...question, ...asked },
  documents,
});
const line = (event: LineEvent): InboundInput => ({ do: "line", event });
const press = (digits: string): InboundInput => line({ type: "digits", digits });

/** What was shown, a line an item. */
const shown = (moments: readonly InboundMoment[]): string[] =>
  moments.flatMap(({ thread }) => thread.map((item) => (item.kind === "call" ? item.line.text : item.text)));

const hours: Drawn[] = [
  ["open", "time", "callSrc", { timeOperation: "GREATER_THAN", timeValue: "09:00:00" }],
  ["until", "time", "open", { timeOperation: "LESS_THAN", timeValue: "17:00:00" }],
  ["desk", "callForward", "until", { numberOrSip: "+12025550123" }],
  ["box", "voicemail", "callSrc"],
];

describe("A try of an inbound workflow (decision 0089)", () => {
  test("a call goes where its route sends it, and every rule says what it compared", () => {
    const [moment] = playInbound(worldOf(...hours), setupOf());
    expect(moment?.arrival).toMatchObject({ nth: 1, outcome: "delivered", answer: { node: "desk" } });
    expect(
      moment?.arrival.answer.paths[0]?.rules.map(({ node, verdict }) => [node, verdict.holds, verdict.actual]),
    ).toEqual([
      ["open", true, "15:00:00 Etc/UTC"],
      ["until", true, "15:00:00 Etc/UTC"],
    ]);
    expect(shown([moment as InboundMoment])).toEqual(["Answered", "Transfers to +12025550123"]);
  });

  test("time jumps to the end of the opening hours, and the next call is routed by them", () => {
    const world = worldOf(...hours);
    const end = nextTimeChange(world.asked.route, Date.parse("2026-03-02T15:00:00Z"));
    expect(new Date(end ?? 0).toISOString()).toBe("2026-03-02T17:00:00.000Z");
    const inputs: InboundInput[] = [
      line({ type: "hungUp", seconds: 60 }),
      { do: "wait", untilMs: end ?? 0 },
      { do: "call" },
    ];
    const moments = playInbound(world, setupOf(), inputs);
    expect(moments.map(({ arrival, arrives }) => [arrival.answer.node, arrives])).toEqual([
      ["desk", true],
      ["desk", false],
      ["desk", false],
      ["box", true],
    ]);
    expect(moments[3]?.arrival.question.at).toBe("2026-03-02T17:00");
    expect(shown(moments).at(-1)).toBe("Records for at most 30 s, until 5 s of silence or key #");
  });

  test("an earlier moment can be continued otherwise", () => {
    const world = worldOf(["menu", "ivr", "callSrc", { ivrName: "Shop" }]);
    const moments = playInbound(world, setupOf(), [press("2"), press("8")]);
    expect(moments.at(-1)?.session).toBeNull();
    const other = continueInbound(world, setupOf(), moments[1] as InboundMoment, press("9"));
    expect(other?.session?.menu?.menu).toBe(ivr.menus[0]?.menuId);
  });

  test("an IVR is walked by keys, with its wrong keys, silences and last attempt", () => {
    const world = worldOf(["menu", "ivr", "callSrc", { ivrName: "shop" }]);
    const moments = playInbound(world, setupOf(), [press("7"), press(""), press("5")]);
    expect(shown(moments)).toEqual([
      "Answered",
      "Menu welcome",
      "Welcome to The Shop.",
      "For sales, press 1.",
      "For support, press 2.",
      "To end the call, press 3.",
      "Waits 3 s for one key",
      "Key 7",
      "Attempt 1 of 3: key 7 has no option",
      "Sorry, that is not one of the choices.",
      "Welcome to The Shop.",
      "For sales, press 1.",
      "For support, press 2.",
      "To end the call, press 3.",
      "Waits 3 s for one key",
      "No key was pressed",
      "Attempt 2 of 3: no key in time",
      "Sorry, that is not one of the choices.",
      "Welcome to The Shop.",
      "For sales, press 1.",
      "For support, press 2.",
      "To end the call, press 3.",
      "Waits 3 s for one key",
      "Key 5",
      "Attempt 3 of 3: key 5 has no option",
      "We did not get your choice. Please call again.",
      "The call ends",
    ]);
    expect((moments[2]?.now ?? 0) - (moments[1]?.now ?? 0)).toBe(3_000);
  });

  test("doing nothing takes as long as the call waits for it", () => {
    const [menu] = playInbound(worldOf(["menu", "ivr", "callSrc", { ivrName: "shop" }]), setupOf());
    expect(menu?.session && silenceOf(menu.session)).toEqual({ event: { type: "digits", digits: "" }, afterMs: 3_000 });
    const [desk] = playInbound(worldOf(["desk", "callForward", "callSrc", { numberOrSip: "+12025550123" }]), setupOf());
    expect(desk?.session && silenceOf(desk.session)?.afterMs).toBe(60_000);
  });

  test("a call script is played verb by verb, with the documents that the user gives for its addresses", () => {
    const callXml =
      '<Response><Say>Hello.</Say><Gather numDigits="4" action="https://desk.example/pin"><Say>Your PIN?</Say></Gather></Response>';
    const world = worldOf(["script", "customCall", "callSrc", { callXml }]);
    const unknown = playInbound(world, setupOf(), [press("1234")]);
    expect(shown(unknown)).toEqual([
      "Answered",
      "Hello.",
      "Your PIN?",
      "Waits 5 s for 4 keys, ended by #",
      "Key 1234",
      "Requests the call script at https://desk.example/pin",
      "The tester does not fetch call scripts",
      "The call ends",
    ]);
    const documents = {
      "https://desk.example/pin": "<Response><Say>Thank you.</Say><Record background='false'/></Response>",
    };
    const known = playInbound(world, setupOf({}, documents), [press("1234")]);
    expect(shown(known).slice(5)).toEqual([
      "Requests the call script at https://desk.example/pin",
      "Thank you.",
      "Records for at most 3600 s, until 5 s of silence or key #",
    ]);
    const broken = playInbound(world, setupOf({}, { "https://desk.example/pin": "<Response><Sing/></Response>" }), [
      press("1"),
    ]);
    expect(shown(broken)).toContain(
      "The call script https://desk.example/pin cannot be read. Line 1: <Sing> is not an element of a call script",
    );
  });

  test("texts are routed one by one, keywords are answered, and nothing is forwarded in a circle", () => {
    const world = worldOf(
      ["order", "textContent", "smsSrc", { contentOperation: "CONTAINS", contentValue: "order" }],
      ["shop", "workflow", "order", { selectedWorkflow: "w1", tags: ["buyer"] }],
      ["loop", "smsForward", "smsSrc", { phoneNumber: "+12025550100" }],
    );
    const moments = playInbound(world, setupOf({ srcType: "sms", text: "My order" }), [
      { do: "text", text: "Hello" },
      { do: "text", text: "STOP" },
    ]);
    expect(moments.map(({ arrival }) => [arrival.answer.node, arrival.outcome])).toEqual([
      ["shop", "delivered"],
      ["loop", "refused"],
      [null, "answered"],
    ]);
    expect(shown(moments)).toEqual([
      "My order",
      "The contact is enrolled in Welcome",
      "The contact gets the tags buyer",
      "Hello",
      "+12025550100 is a number of this product: the text could run in a circle",
      "STOP",
      "STOP was answered automatically",
    ]);
    expect(moments.at(-1)?.optedOut).toBe(true);
  });

  test("what the account does not have is refused as it is on a real call", () => {
    const world = worldOf(["group", "workgroup", "callSrc", { workgroupName: "night" }]);
    const [moment] = playInbound(world, setupOf());
    expect(moment?.arrival).toMatchObject({ outcome: "refused", because: 'There is no work group "night"' });
    expect(shown([moment as InboundMoment])).toContain(
      "We cannot take your call at the moment. Please call again later.",
    );
  });

  test("a contact has its own fields and tags, and custom fields", () => {
    const attributes = { State: "TX", tags: "vip, new", tier: "gold" };
    const rule = (attributeValue: string, contentValue: string) => ({ attributeValue, contentValue });
    const world = worldOf(
      ["state", "contactAttribute", "callSrc", rule("state", "TX")],
      ["tag", "contactAttribute", "state", rule("tags", "vip")],
      ["tier", "contactAttribute", "tag", rule("tier", "gold")],
      ["list", "liveList", "tier", { liveListName: "sales", selectedAsset: "https://shop.example/wait.mp3" }],
    );
    const [moment] = playInbound(world, setupOf({ attributes }));
    expect(moment?.arrival.answer.node).toBe("list");
    expect(shown([moment as InboundMoment]).slice(-2)).toEqual(["Plays wait.mp3", "Waits in live list sales"]);
  });

  test("an input that does not apply changes nothing", () => {
    const world = worldOf(["box", "voicemail", "callSrc"]);
    const moments = playInbound(world, setupOf(), [{ do: "call" }]);
    expect(moments).toHaveLength(1);
    expect(
      continueInbound(world, setupOf(), moments[0] as InboundMoment, { do: "wait", untilMs: 9e15 }),
    ).toBeUndefined();
    const over = playInbound(world, setupOf(), [line({ type: "hungUp", seconds: 1 })]);
    expect(continueInbound(world, setupOf(), over[1] as InboundMoment, press("1"))).toBeUndefined();
  });
});
