import { describe, expect, test } from "vitest";
import { addNode, changeDraft, connect } from "./commands.ts";
import type { Graph } from "./graph.ts";
import { newTemplates, withSavedTemplate } from "./newTemplate.ts";
import { readGraph } from "./readGraph.ts";
import { addSection } from "./sections.ts";
import { orphansMessage, shortPathMessage, validateGraph } from "./validateGraph.ts";
import { usedVariables, variablesAt, variablesIn } from "./variables.ts";
import { writeGraph } from "./writeGraph.ts";

const context = { flag: () => true, today: "2026-11-18" };
const campaign = { campaignName: "Spring", numberSet: "01980000-0000-7000-8000-0000000000d1" };
const messages = (graph: Graph) => validateGraph(graph, context).map(({ message }) => message);
const draftOf = (graph: Graph, id: number): object => graph.nodes.get(id)?.draft ?? {};

/** start → smsSend 2 → control 3. */
function drawn(draft: object): Graph {
  let graph = addNode(readGraph(null, campaign), { kind: "smsSend", x: 0, y: 0, section: "main", draft }).graph;
  graph = addNode(graph, { kind: "control", x: 0, y: 0, section: "main" }).graph;
  return connect(connect(graph, 1, 2), 2, 3);
}

describe("the save check of the editor (spec 2 §4.1, §5.2)", () => {
  test("its texts are the specification's", () => {
    expect(orphansMessage).toBe("Orphan nodes are present. Please attach or remove them before saving.");
    expect(shortPathMessage).toBe("A workflow path needs at least 3 nodes to be saved");
  });

  test("a sound graph has no problems", () => {
    expect(messages(drawn({ smsTemplateId: "a1", smsTemplateName: "Welcome" }))).toEqual([]);
  });

  test("messages are prefixed with the node, and name the field", () => {
    expect(validateGraph(drawn({}), context)).toEqual([
      { nodeId: 2, field: "smsTemplateId", message: "Node 2: Template is required" },
    ]);
  });

  test("the start form is checked too", () => {
    const graph = drawn({ smsTemplateId: "a1" });
    expect(messages(changeDraft(graph, 1, { ...draftOf(graph, 1), title: "", numberSet: "" }))).toEqual([
      "Node 1: Title is required",
      "Node 1: Number Set is required",
    ]);
  });

  test("the path that is too short is named, the start counted", () => {
    expect(messages(readGraph(null, campaign))).toEqual([`${shortPathMessage}: Start (1)`]);
    const two = connect(
      addNode(readGraph(null, campaign), { kind: "control", x: 0, y: 0, section: "main" }).graph,
      1,
      2,
    );
    expect(messages(two)).toEqual([`${shortPathMessage}: Start (1) → Stop (2)`]);
    expect(messages(addSection(drawn({ smsTemplateId: "a1" }), "A"))).toEqual([`${shortPathMessage}: Section A`]);
  });

  test("a node of an unknown kind must go before saving", () => {
    const graph = readGraph(
      {
        schemaVersion: 1,
        startNode: 1,
        nodes: [
          { id: 1, type: "start", x: 0, y: 0, children: [2] },
          { id: 2, type: "teleport", x: 0, y: 0, children: [3] },
          { id: 3, type: "control", x: 0, y: 0, children: [] },
        ],
      },
      campaign,
    );
    expect(messages(graph)).toEqual([
      'Node 2: This version does not support the node type "teleport". Delete the node, or save with the version that made it',
    ]);
  });
});

describe("a new template is saved before the workflow", () => {
  test("and becomes the node's existing template", () => {
    const graph = drawn({ templateSource: "new", templateTitle: " Spring ", templateText: "Hi ${firstName}" });
    expect(newTemplates(graph)).toEqual([
      {
        nodeId: 2,
        templateTitle: "Spring",
        templateText: "Hi ${firstName}",
        templateMediaUrl: "",
        shortenLinks: false,
      },
    ]);
    const [written] = newTemplates(graph);
    if (written === undefined) throw new Error("no new template");
    const made = { templateId: "a9", templateTitle: "Spring" };
    const saved = withSavedTemplate(graph, written, made);
    // a step of undo that holds other words is not turned into it
    expect(withSavedTemplate(graph, { ...written, templateText: "Other words" }, made)).toBe(graph);
    expect(newTemplates(saved)).toEqual([]);
    expect(messages(saved)).toEqual([]);
    expect(writeGraph(saved).nodes[1]).toMatchObject({ smsTemplateId: "a9", smsTemplateName: "Spring" });
  });
});

describe("variables", () => {
  test("a node may use the contact's fields, custom ones lower-cased, and the replies of earlier sends", () => {
    const names = (id: number) => variablesAt(drawn({}), id, ["Age"]).map(({ name }) => name);
    expect(names(3)).toEqual(expect.arrayContaining(["firstName", "phone", "age", "options.timezone", "node2.reply"]));
    expect(names(2)).not.toContain("node2.reply");
  });

  test("through a section too", () => {
    let graph = addSection(drawn({}), "A");
    graph = addNode(graph, { kind: "control", x: 0, y: 0, section: "A" }).graph;
    graph = connect(graph, graph.sections.get("A") ?? 0, 4);
    expect(variablesAt(graph, 4, []).map(({ name }) => name)).not.toContain("node2.reply");
    const jump = addNode(graph, { kind: "section", x: 0, y: 0, section: "main", draft: { section: "A" } });
    const { 0: from } = [...jump.graph.nodes.values()].filter(({ id }) => id === 2);
    const connected = changeDraft(jump.graph, 2, { ...from?.draft, next: jump.id });
    expect(variablesAt(connected, 4, [])).toContainEqual({
      name: "node2.reply",
      words: "Reply to SMS Send 2",
      from: "SMS Send (2)",
      group: "Replies",
    });
  });

  test("those that a form uses: in texts, statements, and as such", () => {
    expect(variablesIn("Hi ${firstName}, ${ node3.reply } ${firstName}")).toEqual(["firstName", "node3.reply"]);
    const graph = drawn({ templateSource: "new", templateTitle: "T", templateText: "Hi ${firstName}" });
    const sms = graph.nodes.get(2);
    expect(sms && usedVariables(sms)).toEqual(["firstName"]);
    const { graph: more, id } = addNode(graph, {
      kind: "condition",
      x: 0,
      y: 0,
      section: "main",
      draft: {
        conditionalPaths: [{ targetNode: null, statements: [{ variable: "${age}", operation: "EXISTS", value: "" }] }],
      },
    });
    const condition = more.nodes.get(id);
    expect(condition && usedVariables(condition)).toEqual(["age"]);
  });
});
