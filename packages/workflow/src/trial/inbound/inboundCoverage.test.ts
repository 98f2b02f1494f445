import { describe, expect, test } from "vitest";
import { askRoute, type Question, type RouteNow, routeOf } from "../../inbound/askRoute.ts";
import { emptyInbound, type InboundGraph, newInboundNode } from "../../inbound/graph.ts";
import type { InboundKindName } from "../../inbound/kinds.ts";
import { findCaller } from "./findCaller.ts";
import { takenNodes } from "./inboundCoverage.ts";
import { playInbound } from "./inboundTrial.ts";

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

const now: RouteNow = { routeTag: "desk", destinations: [] };
const base: Question = {
  srcType: "call",
  from: "+12025550143",
  to: "+12025550100",
  at: "2026-03-02T12:00",
  text: "",
  attributes: {},
};
const after = (timeValue: string) => ({ timeOperation: "GREATER_THAN", timeValue });
const before = (timeValue: string) => ({ timeOperation: "LESS_THAN", timeValue });

const desk = drawn(
  ["vip", "contactAttribute", "callSrc", { attributeValue: "tags", contentValue: "vip" }],
  ["owner", "callForward", "vip", { numberOrSip: "+12025550123" }],
  ["texas", "state", "callSrc", { contentValue: ["TX"] }],
  ["night", "time", "texas", after("22:00:00")],
  ["box", "voicemail", "night"],
  ["codes", "areaCode", "callSrc", { contentValue: ["303"] }],
  ["denver", "workgroup", "codes", { workgroupName: "denver" }],
  ["abroad", "fromCountry", "callSrc", { contentOperation: "DN_EQUALS", countryValue: "US" }],
  ["menu", "ivr", "abroad", { ivrName: "world" }],
  ["rest", "liveList", "callSrc", { liveListName: "sales" }],
  ["order", "textContent", "smsSrc", { contentOperation: "BEGINS_WITH", contentValue: "order" }],
  ["orders", "inbox", "order", { inboxName: "Orders" }],
);

describe("Searching for a caller (decision 0089)", () => {
  test.each(["owner", "box", "night", "denver", "menu", "rest", "orders"])(
    "one that gets to %s is found and goes there",
    (id) => {
      const found = findCaller(routeOf(desk, now), now, base, id);
      expect(found).toHaveProperty("found");
      if (!("found" in found)) return;
      const { node } = askRoute(desk, now, found.found);
      expect(node).toBe(id === "night" ? "box" : id);
    },
  );

  test("a path that can never be taken says why", () => {
    const shut = drawn(
      ["late", "time", "callSrc", after("18:00:00")],
      ["early", "time", "late", before("09:00:00")],
      ["box", "voicemail", "early"],
    );
    expect(findCaller(routeOf(shut, now), now, base, "box")).toEqual({
      because: "No time is after 18:00:00 and before 09:00:00. A range over midnight needs one path for each side",
      tries: 0,
    });
    const hidden = drawn(
      ["all", "voicemail", "callSrc"],
      ["desk", "callForward", "callSrc", { numberOrSip: "+12025550123", priority: 2 }],
    );
    expect(findCaller(routeOf(hidden, now), now, base, "desk")).toMatchObject({
      because: "Voicemail is tried first and matches everything",
    });
  });

  test("the paths that tries have taken are known", () => {
    const asked = routeOf(desk, now);
    const none = {
      ivrs: new Map(),
      liveLists: new Set<string>(),
      workGroups: new Set<string>(),
      workflows: new Map(),
      ownNumbers: new Set<string>(),
    };
    const question = { ...base, attributes: { tags: "vip" } };
    const moments = playInbound({ asked, ...none }, { question, documents: {} });
    expect([...takenNodes(desk, moments)].sort()).toEqual(["callSrc", "owner", "start", "vip"]);
  });
});
