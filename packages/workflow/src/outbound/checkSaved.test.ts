import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { SavedNode } from "../savedNode.ts";
import { checkSaved } from "./checkSaved.ts";
import type { SavedWorkflow } from "./savedWorkflow.ts";

const context = { flag: () => true, today: "2026-11-18" };
const wire = (file: string): SavedWorkflow =>
  JSON.parse(readFileSync(new URL(`../../fixtures/wire/${file}.json`, import.meta.url), "utf8"));

const messages = (value: unknown, at = context, before?: SavedWorkflow): string[] => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const checked = checkSaved(text, at, before ? JSON.stringify(before) : null);
  return checked.ok ? [] : checked.problems.map(({ message }) => message);
};

/** start 1 → dnc 2 → control 3, with changes. */
const small = (change: (nodes: Record<number, Record<string, unknown>>) => void, rest: object = {}): unknown => {
  const nodes: Record<number, Record<string, unknown>> = {
    1: { id: 1, type: "start", x: 0, y: 0, children: [2] },
    2: { id: 2, type: "dnc", x: 0, y: 0, children: [3], dncType: "sms" },
    3: { id: 3, type: "control", x: 0, y: 0, children: [] },
  };
  change(nodes);
  return { schemaVersion: 1, startNode: 1, nodes: Object.values(nodes), sections: { main: 1 }, ...rest };
};
const same = () => undefined;

describe("a sound workflow is stored", () => {
  test.for([
    "start",
    "smsSend",
    "timeDelay",
    "event",
    "condition",
    "percentage",
    "dncCheck",
    "dnc",
    "editContact",
    "rateLimit",
    "campaign",
    "control",
    "computation",
    "carrierLookup",
    "meme",
  ])("%s, as it is", (file) => {
    const checked = checkSaved(JSON.stringify(wire(file)), context);
    expect(checked).toMatchObject({ ok: true, workflow: wire(file) });
  });

  test.for(["section", "sectionStart"])("%s, with inSection on every node outside main", (file) => {
    const checked = checkSaved(JSON.stringify(wire(file)), context);
    const homes = checked.ok ? checked.workflow.nodes.map(({ inSection }) => inSection) : [];
    expect(homes).toEqual(
      file === "section"
        ? [undefined, undefined, undefined, "Follow up", "Follow up", "Follow up"]
        : [undefined, undefined, undefined, undefined, "A", "A", "B", "B"],
    );
  });

  test.for(["null", '{"schemaVersion":1,"startNode":-1,"nodes":[]}'])("the empty one: %s", (text) => {
    expect(checkSaved(text, context)).toEqual({
      ok: true,
      workflow: { schemaVersion: 1, startNode: -1, nodes: [] },
      references: [],
    });
  });

  test.for([
    ["{}", 'must have a list of nodes. An empty workflow is {"schemaVersion":1,"startNode":-1,"nodes":[]}'],
    [
      '{"schemaVersion":1,"startNode":-1}',
      'must have a list of nodes. An empty workflow is {"schemaVersion":1,"startNode":-1,"nodes":[]}',
    ],
    ["[]", "must be an object"],
    ["null", "must be an object"],
  ] as const)("%s never replaces a drawing", ([text, message]) => {
    expect(messages(text, context, small(same) as SavedWorkflow)).toEqual([`The workflow ${message}`]);
  });

  test("startNode becomes 1 when nodes exist and it is -1 (spec 2 §3.2)", () => {
    expect(checkSaved(JSON.stringify(small(same, { startNode: -1 })), context)).toMatchObject({
      ok: true,
      workflow: { startNode: 1 },
    });
  });

  test("missing fields are filled in, unknown ones carried", () => {
    const checked = checkSaved(
      JSON.stringify(
        small((nodes) => Object.assign(nodes[2] ?? {}, { type: "campaign", campaignId: "c2", colour: "red" })),
      ),
      context,
    );
    expect(checked.ok && checked.workflow.nodes[1]).toMatchObject({ observeTimezoneProtection: false, colour: "red" });
  });

  test("what the nodes refer to is listed, for the store to look up", () => {
    const checked = checkSaved(JSON.stringify(wire("smsSend")), context);
    expect(checked.ok && checked.references).toEqual([
      {
        nodeId: 2,
        field: "smsTemplateId",
        label: "Template",
        from: "smsTemplates",
        id: "01980000-0000-7000-8000-0000000000a1",
      },
      {
        nodeId: 3,
        field: "smsTemplateId",
        label: "Template",
        from: "smsTemplates",
        id: "01980000-0000-7000-8000-0000000000a2",
      },
    ]);
  });
});

describe("what is wrong is said with its place", () => {
  test("text that is no JSON: line and column", () => {
    expect(messages('{\n  "nodes": [}\n')).toEqual([
      'The workflow is not valid JSON. At line 2, column 13: a value or ] is expected, but there is "}"',
    ]);
  });

  test.for<[string, unknown, string[]]>([
    ["another version of the format", small(same, { schemaVersion: 2 }), ["schemaVersion must be 1"]],
    ["not a workflow", [], ["The workflow must be an object"]],
    ["a node without an id", small((nodes) => delete nodes[2]?.["id"]), ["Item 2 of nodes: id is required"]],
    [
      "a field of a wrong type",
      small((nodes) => Object.assign(nodes[2] ?? {}, { x: "left" })),
      ["Node 2: x must be a number"],
    ],
    [
      "a kind's field of a wrong type",
      small((nodes) => Object.assign(nodes[2] ?? {}, { type: "rateLimit", tpm: "60" })),
      ["Node 2: tpm must be a number"],
    ],
    [
      "a saved sectionStart",
      small((nodes) => Object.assign(nodes[2] ?? {}, { type: "sectionStart" })),
      ["Node 2: sectionStart nodes are created on load. Name the section's first node in sections instead"],
    ],
    [
      "two nodes of one id",
      small((nodes) => Object.assign(nodes[3] ?? {}, { id: 2 })),
      expect.arrayContaining(["Node 2: two nodes have this id. Change one of them"]) as never,
    ],
    [
      "a startNode that is not there",
      small(same, { startNode: 9, sections: { main: 9 } }),
      ["startNode is 9, but node 9 does not exist"],
    ],
    [
      "a startNode that is no start",
      small(same, { startNode: 3, sections: { main: 3 } }),
      expect.arrayContaining(["Node 3: startNode names this node, but its type is control, not start"]) as never,
    ],
    [
      "a child that is not there",
      small((nodes) => Object.assign(nodes[2] ?? {}, { children: [7] })),
      ["Node 2: it leads to node 7, which does not exist"],
    ],
    [
      "two children of a node with one way out",
      small((nodes) => Object.assign(nodes, { 2: { ...nodes[2], children: [3, 4] }, 4: { ...nodes[3], id: 4 } })),
      ["Node 2: children is [3, 4], but its paths lead to [3]"],
    ],
    [
      "two incoming edges",
      small((nodes) => Object.assign(nodes, { 4: { ...nodes[2], id: 4 } })),
      ["Node 3: a node can have only one incoming edge, but node 2 and node 4 lead here. Copy the node for each"],
    ],
    [
      "a circle",
      small((nodes) =>
        Object.assign(nodes, { 4: { ...nodes[2], id: 4, children: [5] }, 5: { ...nodes[2], id: 5, children: [4] } }),
      ),
      ["Node 4: the path forms a loop: 4 → 5 → 4. Connect one of these nodes elsewhere"],
    ],
    [
      "an edge into the start",
      small((nodes) => Object.assign(nodes[2] ?? {}, { children: [1] })),
      expect.arrayContaining(["Node 1: nothing can lead to the start node, but node 2 does"]) as never,
    ],
    [
      "an orphan",
      small((nodes) => Object.assign(nodes, { 7: { ...nodes[3], id: 7 } })),
      ["Orphan nodes are present. Please attach or remove them before saving. Nothing leads to node 7"],
    ],
    [
      "a section that begins nowhere",
      small(same, { sections: { main: 1, A: 9 } }),
      ['Section "A" starts with node 9, which does not exist'],
    ],
    [
      "a home that is no section",
      small((nodes) => Object.assign(nodes[3] ?? {}, { inSection: "A" })),
      ['Node 3: inSection is "A", which does not exist in sections'],
    ],
    [
      "a jump to a section that is not there",
      small((nodes) => Object.assign(nodes, { 3: { ...nodes[3], type: "section", section: "A" } })),
      ['Node 3: Section "A" does not exist'],
    ],
    [
      "a path of two nodes",
      small((nodes) =>
        Object.assign(nodes, { 2: { ...nodes[3], id: 2 }, 3: { id: 3, type: "control", x: 0, y: 0, children: [] } }),
      ),
      expect.arrayContaining(["A workflow path needs at least 3 nodes to be saved: Start (1) → Stop (2)"]) as never,
    ],
    [
      "an empty section",
      small(same, { sections: { main: 1, A: -1 } }),
      ["A workflow path needs at least 3 nodes to be saved: Section A"],
    ],
    ["what the kinds demand", small((nodes) => delete nodes[2]?.["dncType"]), ["Node 2: DNC Type is required"]],
    [
      "no nodes, but sections",
      { startNode: -1, nodes: [], sections: { A: 1 } },
      ["The workflow has no nodes, so startNode must be -1 and there can be no sections"],
    ],
  ])("%s", ([, value, expected]) => {
    expect(messages(value)).toEqual(expected);
  });

  test("an unknown node type, with those that there are", () => {
    const unknown = small((nodes) => Object.assign(nodes[2] ?? {}, { type: "teleport" }));
    expect(messages(unknown)).toEqual([
      expect.stringMatching(/^Node 2: the node type "teleport" does not exist\. The types are start, control, /),
    ]);
  });

  test("more than 2 000 nodes", () => {
    const nodes = Array.from({ length: 2001 }, (_, index) => ({
      id: index + 1,
      type: "dnc",
      children: [index + 2],
      dncType: "sms",
    }));
    expect(messages({ startNode: 1, nodes })).toEqual([
      "A workflow can have at most 2000 nodes, and this one has 2001. Move part of it to another workflow",
    ]);
  });

  test("a text full of mistakes is answered with the first fifty", () => {
    expect(messages({ nodes: Array.from({ length: 2000 }, () => ({})) })).toHaveLength(50);
    expect(
      messages({ nodes: [{ id: 1, type: "start", children: Array.from({ length: 100_000 }, () => "x") }] }),
    ).toEqual(["nodes.0.children has 100000 items, but can have at most 2000"]);
  });

  test("the start form is not asked for: it is the campaign's", () => {
    expect(messages(small(same))).toEqual([]);
  });
});

describe("paths into other sections (spec 2 §3.4)", () => {
  const far = (nodes: Record<number, Record<string, unknown>>) =>
    Object.assign(nodes, {
      3: { id: 3, type: "dnc", x: 0, y: 0, children: [4], dncType: "sms", inSection: "A" },
      4: { id: 4, type: "control", x: 0, y: 0, children: [], inSection: "A" },
      5: { id: 5, type: "dnc", x: 0, y: 0, children: [6], dncType: "sms", inSection: "A" },
      6: { id: 6, type: "control", x: 0, y: 0, children: [], inSection: "A" },
    });

  test("only percentage and event have them", () => {
    expect(messages(small(far, { sections: { main: 1, A: 5 } }))).toEqual([
      'Node 2: it leads to node 3 in section "A". Only Percent and Event can lead to other sections. Use a Section node',
    ]);
  });

  test("a section begins with a node of its own", () => {
    expect(messages(small(same, { sections: { main: 1, A: 9 } }))).toHaveLength(1);
    const away = (nodes: Record<number, Record<string, unknown>>) => {
      far(nodes);
      Object.assign(nodes[2] ?? {}, { children: [] });
      Object.assign(nodes[3] ?? {}, { inSection: "B" });
      Object.assign(nodes[4] ?? {}, { inSection: "B" });
    };
    expect(messages(small(away, { sections: { main: 1, A: 3, B: 5 } }))).toEqual(
      expect.arrayContaining(['Section "A" starts with node 3 in section "B". Its first node must be in the section']),
    );
  });
});

describe("rules that look at more than the text", () => {
  const dated = (date: string): SavedWorkflow => {
    const saved = wire("timeDelay");
    return {
      ...saved,
      nodes: saved.nodes.map((node) => (node.id === 6 ? ({ ...node, timeoutScheduleDate: date } as SavedNode) : node)),
    };
  };

  test("a saved date that has passed is refused only when it is changed (readings, Outbound editor)", () => {
    const passed = dated("2026-11-01T09:00:00-05:00");
    expect(messages(passed)).toEqual(["Node 6: Schedule Date cannot be before today"]);
    expect(messages(passed, context, passed)).toEqual([]);
    expect(messages(dated("2026-11-02T09:00:00-05:00"), context, passed)).toEqual([
      "Node 6: Schedule Date cannot be before today",
    ]);
  });

  test("the Federal list needs the account's feature", () => {
    expect(messages(wire("dncCheck"), { ...context, flag: () => false })).toEqual([
      "Node 4: DNC List Federal needs the account feature feature_dnclist_enabled",
    ]);
  });
});
