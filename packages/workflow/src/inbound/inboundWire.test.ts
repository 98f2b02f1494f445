import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileRoute, withNames } from "./compile.ts";
import { evaluateRoute } from "./evaluateRoute.ts";
import { emptyInbound } from "./graph.ts";
import { readInbound } from "./readInbound.ts";
import type { RouteDestination } from "./route.ts";
import { routeDestination } from "./route.ts";
import { missingFixed, saveProblem } from "./saveChecks.ts";
import { madeOnLoad, type SavedInbound } from "./saved.ts";
import { unreachablePaths } from "./unreachablePaths.ts";
import { validateInboundNode } from "./validateInboundNode.ts";
import { writeInbound } from "./writeInbound.ts";

const folder = new URL("../../fixtures/wire/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.startsWith("inbound.") && !name.includes(".destinations."));
const load = (name: string): SavedInbound => JSON.parse(readFileSync(new URL(name, folder), "utf8"));

/** What the editor makes on load is left out of what is compared (wire reading 17). */
const meant = (saved: SavedInbound) => ({
  ...saved,
  nodes: saved.nodes.map((node) => ({
    ...node,
    data: Object.fromEntries(Object.entries(node.data).filter(([key]) => !madeOnLoad.includes(key))),
  })),
});

describe("wire: every inbound example", () => {
  test.for(files)("%s loads, saves back equal, passes the checks and compiles", (name) => {
    const saved = load(name);
    const graph = readInbound(JSON.stringify(saved));
    expect([...graph.nodes.values()].filter(({ kind }) => kind === "unknown")).toEqual([]);
    expect(writeInbound(graph)).toEqual(meant(saved));
    expect(saveProblem(graph, validateInboundNode)).toBeUndefined();
    expect(missingFixed(graph)).toEqual([]);
    const { destinations, removed } = compileRoute(graph, "support");
    expect(removed).toEqual([]);
    for (const { destination } of destinations) expect(routeDestination.parse(destination)).toEqual(destination);
    expect(
      unreachablePaths({
        routeTag: "support",
        globalTimezone: 0,
        destinations: destinations.map((d) => d.destination),
      }),
    ).toEqual([]);
  });

  test("spec 1 §3.4: an empty workflow is the fixed nodes alone", () => {
    const graph = readInbound(load("inbound.empty.json"));
    expect(writeInbound(graph)).toEqual(writeInbound(emptyInbound()));
    expect(writeInbound(readInbound(null))).toEqual(load("inbound.empty.json"));
  });

  test("wire reading 21: inbound.all becomes its route destinations, to the letter", () => {
    const expected: { node: string; terminal: boolean; destination: RouteDestination }[] = JSON.parse(
      readFileSync(new URL("inbound.all.destinations.json", folder), "utf8"),
    );
    const saved = expected.map(({ destination }) => destination);
    const { destinations } = compileRoute(readInbound(load("inbound.all.json")), "support", saved);
    const byName = (one: { destination: RouteDestination }, other: { destination: RouteDestination }) =>
      one.destination.name < other.destination.name ? -1 : 1;
    expect(destinations.map(({ state: _, ...rest }) => rest).sort(byName)).toEqual(expected.sort(byName));
    expect(new Set(destinations.map(({ state }) => state))).toEqual(new Set(["unchanged"]));
  });

  test("spec 1 §4.4: new, changed, unchanged, removed", () => {
    const graph = readInbound(load("inbound.time.json"));
    const first = compileRoute(graph, "support");
    expect(first.destinations.map(({ state, terminal, destination }) => [state, terminal, destination.name])).toEqual([
      ["new", true, "dest_support_01"],
      ["new", false, "dest_support_02"],
    ]);
    const saved = first.destinations.map(({ destination }) => destination);
    const named = withNames(graph, first);
    expect(compileRoute(named, "support", saved).destinations.map(({ state }) => state)).toEqual([
      "unchanged",
      "unchanged",
    ]);
    const node = named.nodes.get("time-1");
    const later = new Map(named.nodes).set("time-1", { ...node!, form: { ...node!.form, timeValue: "09:00:00" } });
    expect(compileRoute({ ...named, nodes: later }, "support", saved).destinations.map(({ state }) => state)).toEqual([
      "changed",
      "unchanged",
    ]);
    const fewer = new Map(named.nodes);
    fewer.delete("voicemail-1");
    expect(compileRoute({ ...named, nodes: fewer }, "support", saved).removed).toEqual(["dest_support_02"]);
    const copied = new Map(named.nodes).set("callForward-1", {
      ...named.nodes.get("callForward-1")!,
      routeDest: "dest_other_01",
    });
    expect(compileRoute({ ...named, nodes: copied }, "support", saved).destinations[0]).toMatchObject({
      state: "new",
      destination: { name: "dest_support_03", ruleDTO: { name: "rule_support_03" } },
    });
  });

  test("what a call of the API has set on a destination stays when the designer saves", () => {
    const graph = readInbound(load("inbound.voicemail.json"));
    const compiled = compileRoute(graph, "support");
    const saved = compiled.destinations.map(({ destination }) => ({
      ...destination,
      callbackUrl: "https://a.example/cb",
    }));
    expect(compileRoute(withNames(graph, compiled), "support", saved).destinations[0]?.state).toBe("unchanged");
  });

  test("a node of another version is carried along and keeps the workflow from being saved", () => {
    const saved = load("inbound.voicemail.json");
    const strange = {
      id: "fax-1",
      type: "callDestination",
      position: { x: 1, y: 2 },
      data: { type: "fax", label: "Fax", formData: { to: "x" } },
    };
    const all = {
      ...saved,
      nodes: [...saved.nodes, strange],
      edges: [...saved.edges, { id: "e", source: "callSrc", target: "fax-1" }],
    };
    const graph = readInbound(all);
    expect(writeInbound(graph).nodes.at(-1)).toEqual(strange);
    expect(saveProblem(graph, validateInboundNode)?.nodes[0]?.issues[0]?.message).toContain(
      'This version does not support the node type "fax"',
    );
  });

  test("spec 1 §4.4: inbound.all leads a few callers and texts where its drawing says", () => {
    const destinations = compileRoute(readInbound(load("inbound.all.json")), "support").destinations.map(
      ({ destination }) => destination,
    );
    const route = { routeTag: "support", globalTimezone: -24, destinations };
    // Wednesday, 18 November 2026, 15:00 UTC: 9 in Chicago
    const event = {
      channel: "call" as const,
      from: "+15125550111",
      to: "+12025550100",
      text: "",
      atMs: 1_795_014_000_000,
      contact: null,
    };
    const routed = (change: object) => evaluateRoute(route, { ...event, ...change }).destination?.description;
    expect(routed({})).toBe("Workgroup");
    expect(routed({ from: "+12025550150" })).toBe("Custom Call");
    expect(routed({ from: "+13035550111" })).toBe("Group Call");
    expect(routed({ from: "+442079460123" })).toBe("Call Forward");
    expect(routed({ from: "+12125550111" })).toBe("IVR");
    expect(routed({ from: "+12125550111", atMs: 1_795_014_000_000 + 14 * 3_600_000 })).toBe("Voicemail");
    expect(routed({ channel: "sms", text: "my order" })).toBe("Inbox");
    expect(routed({ channel: "sms", text: "cancel my order" })).toBe("Inbox");
    expect(routed({ channel: "sms", text: "12345" })).toBe("SMS Forward");
    expect(routed({ channel: "sms", text: "Yes" })).toBe("Workflow");
    expect(routed({ channel: "rcs", text: "Really?" })).toBe("SMS Forward");
  });
});
