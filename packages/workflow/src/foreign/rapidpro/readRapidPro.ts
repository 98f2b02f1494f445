import { ownValue } from "../../parts/ownValue.ts";
import { type ForeignFile, type ForeignProblem, mostProblems, mostSteps, type ReadForeign } from "../foreignFile.ts";
import type { ConvertedStep, ForeignStep, Part } from "../foreignFlow.ts";
import { linksOf } from "../links.ts";
import { type Fields, fieldsAt, isFields, listAt, literal, textAt, textsAt } from "../readParts.ts";
import { convertAction, type Shared } from "./convertActions.ts";
import { convertRouter, plainExit } from "./convertRouter.ts";
import { translateExpressions } from "./expressions.ts";

/** Whether a file is an export of TextIt or RapidPro, or one flow of it. */
export const isRapidPro = (file: Fields): boolean => flowsOf(file) !== undefined;

function flowsOf(file: Fields): { flows: unknown[]; at: string } | undefined {
  if (Array.isArray(file["flows"])) return { flows: file["flows"], at: "flows" };
  if (Array.isArray(file["nodes"]) && typeof file["uuid"] === "string") return { flows: [file], at: "" };
  return undefined;
}

/** Most flows in a file: a bundle holds as many workflows. */
const mostFlows = 50;

/** Reads an export of TextIt or RapidPro (decision 0079). */
export function readRapidPro(file: Fields): ReadForeign {
  const { flows, at } = flowsOf(file) ?? { flows: [], at: "flows" };
  if (flows.length === 0) return { ok: false, problems: [{ where: "flows", message: "is empty" }] };
  if (flows.length > mostFlows) {
    const message = `has ${flows.length} flows. At most ${mostFlows} can be imported at once. Export fewer`;
    return { ok: false, problems: [{ where: "flows", message }] };
  }
  const problems = flows.flatMap((flow, index) => flowProblems(flow, at === "" ? "" : `${at}.${index}.`));
  if (problems.length > 0) return { ok: false, problems: problems.slice(0, mostProblems) };
  return { ok: true, file: convert(flows as Fields[]) };
}

function flowProblems(flow: unknown, at: string): ForeignProblem[] {
  if (!isFields(flow)) return [{ where: at.slice(0, -1), message: "must be an object" }];
  if (Array.isArray(flow["action_sets"]) || Array.isArray(flow["rule_sets"])) {
    const message = "is of a format before version 13. Open the flow in TextIt and export it again";
    return [{ where: `${at}action_sets`, message }];
  }
  const text = (key: string): ForeignProblem[] =>
    textAt(flow, key) !== "" && typeof ownValue(flow, key) === "string"
      ? []
      : [{ where: `${at}${key}`, message: "must be a text" }];
  const nodes = flow["nodes"];
  if (!Array.isArray(nodes)) return [...text("uuid"), { where: `${at}nodes`, message: "must be a list" }];
  if (nodes.length > mostSteps) {
    return [{ where: `${at}nodes`, message: `has ${nodes.length} nodes. A flow can have at most ${mostSteps}` }];
  }
  const seen = new Set<string>();
  const ofNodes = nodes.flatMap((node: unknown, index): ForeignProblem[] => {
    const where = `${at}nodes.${index}`;
    if (!isFields(node)) return [{ where, message: "must be an object" }];
    const uuid = node["uuid"];
    if (typeof uuid !== "string" || uuid === "") return [{ where: `${where}.uuid`, message: "must be a text" }];
    if (seen.has(uuid)) return [{ where: `${where}.uuid`, message: `"${uuid}" is the id of two nodes` }];
    seen.add(uuid);
    return ["actions", "exits"].flatMap((key) =>
      ownValue(node, key) === undefined || Array.isArray(ownValue(node, key))
        ? []
        : [{ where: `${where}.${key}`, message: "must be a list" }],
    );
  });
  return [...text("uuid"), ...text("name"), ...ofNodes];
}

function convert(flows: readonly Fields[]): ForeignFile {
  const custom = new Set<string>();
  const queues = new Set<string>();
  const [first] = flows;
  const file: ForeignFile = {
    name: textAt(first ?? {}, "name").slice(0, 150),
    flows: [],
    routes: [],
    report: [],
    webhooks: [],
    emailTemplates: [],
    campaigns: [],
    customFields: custom,
    queues,
  };
  const names = new Map(flows.map((flow) => [textAt(flow, "uuid"), textAt(flow, "name")]));
  for (const flow of flows) convertFlow(flow, { file, custom, queues, flows: names });
  return file;
}

/** Names of results, and of their categories, that something in the flow reads. */
function readResults(flow: Fields): Set<string> {
  const text = JSON.stringify(listAt(flow, "nodes"));
  return new Set(
    [...text.matchAll(/(?:results|locals)\.(\w+?)(?:\.(\w+))?(?!\w)/g)].map(([, name = "", part = ""]) =>
      part.startsWith("category") ? `${name}_category` : name,
    ),
  );
}

function convertFlow(flow: Fields, of: Omit<Shared, "flow">): void {
  const name = textAt(flow, "name").slice(0, 150);
  const minutes = Number(textAt(flow, "expire_after_minutes"));
  const expires = (Number.isFinite(minutes) && minutes > 0 ? minutes : 10_080) * 60;
  const nodes = listAt(flow, "nodes");
  const ids = new Set(nodes.map((node) => textAt(node, "uuid")));
  const steps = new Map<string, ForeignStep>();
  const lines = new Map<string, ConvertedStep[]>();
  const read = readResults(flow);
  for (const node of nodes) {
    const id = textAt(node, "uuid");
    const { parts, lines: ofActions } = convertActions(node, { ...of, flow: name });
    const webhook = webhookExit(node, { ...of, flow: name });
    const router = webhook ?? convertRouter({ node, expires, custom: of.custom, read });
    const isEntering = listAt(node, "actions").some((one) => textAt(one, "type") === "enter_flow");
    const exit = isEntering ? enteredExit(node) : router.exit;
    const step = stepName(node);
    steps.set(id, { id, name: step, parts, exit });
    for (const one of router.more) steps.set(one.id, one);
    const lost = listAt(node, "exits")
      .map((one) => textAt(one, "destination_uuid"))
      .filter((to) => to !== "" && !ids.has(to));
    const gone = lost.map((to) => `The node ${to} does not exist, so the path ends there.`).join(" ");
    const own: ConvertedStep[] =
      isEntering || (router.became === "" && gone === "")
        ? []
        : [
            {
              flow: name,
              step,
              type:
                textAt(fieldsAt(node, "router"), "type") === ""
                  ? "exit"
                  : `router ${textAt(fieldsAt(node, "router"), "type")}`,
              result: router.lost === true ? "notMapped" : router.why === "" && gone === "" ? "mapped" : "changed",
              became: router.became,
              why: [router.why, gone].filter(Boolean).join(" "),
            },
          ];
    lines.set(id, [...ofActions, ...own]);
  }
  const entry = textAt(nodes[0] ?? {}, "uuid") || null;
  const made = { id: textAt(flow, "uuid"), name, entry, steps };
  of.file.flows.push(made);
  const { reached } = linksOf(made);
  for (const [id, ofNode] of lines)
    for (const line of ofNode)
      of.file.report.push(
        reached.has(id) ? line : { ...line, result: "notMapped", became: "", why: "Nothing in the flow leads to it." },
      );
}

function convertActions(node: Fields, shared: Shared): { parts: Part[]; lines: ConvertedStep[] } {
  const parts: Part[] = [];
  const lines: ConvertedStep[] = [];
  const step = stepName(node);
  for (const action of listAt(node, "actions")) {
    const type = textAt(action, "type");
    // it is converted together with the split on its outcome
    if (type === "call_webhook") continue;
    const converted = convertAction(action, shared);
    parts.push(...converted.parts);
    lines.push({
      flow: shared.flow,
      step,
      type,
      result: converted.lost === true ? "notMapped" : converted.why === "" ? "mapped" : "changed",
      became: converted.became,
      why: converted.why,
    });
  }
  return { parts, lines };
}

/** A webhook with the split on its outcome. */
function webhookExit(node: Fields, { flow, file, custom }: Shared): ReturnType<typeof convertRouter> | undefined {
  const action = listAt(node, "actions").find((one) => textAt(one, "type") === "call_webhook");
  if (action === undefined) return undefined;
  const url = translateExpressions(textAt(action, "url"), custom);
  const body = translateExpressions(textAt(action, "body"), custom);
  const id = `imported-webhook-${file.webhooks.length + 1}`;
  const headers = Object.fromEntries(
    Object.entries(fieldsAt(action, "headers")).flatMap(([key, value]) =>
      typeof value === "string" && /^[\w-]+$/.test(key) && !/authorization|cookie|key|token|secret/i.test(key)
        ? [[key, literal(value)]]
        : [],
    ),
  );
  const method = textAt(action, "method").toUpperCase();
  file.webhooks.push({
    id,
    name: `${flow.slice(0, 40)}: webhook ${file.webhooks.length + 1}`,
    httpMethod: ["GET", "POST", "PUT", "DELETE", "PATCH"].includes(method) ? method : "POST",
    url: url.text.slice(0, 4_000),
    contentType: "JSON",
    headers,
    bodyTemplate: body.text,
    responseMapping: {},
  });
  const router = fieldsAt(node, "router");
  const toNamed = (isSuccess: boolean): string | null => {
    const category = listAt(router, "categories").find((one) => /^success$/i.test(textAt(one, "name")) === isSuccess);
    const exit = listAt(node, "exits").find((one) => textAt(one, "uuid") === textAt(category ?? {}, "exit_uuid"));
    return textAt(exit ?? {}, "destination_uuid") || null;
  };
  const plain = plainExit(node);
  const single = plain.is === "next" ? plain.to : null;
  const hasRouter = textsAt(router, "categories").length > 0 || listAt(router, "categories").length > 0;
  const why = [
    "Enter its secrets: they are left out.",
    ...[...url.unknown, ...body.unknown].map((one) => `${one} stays as it is written.`),
  ];
  return {
    exit: {
      is: "webhook",
      webhookId: id,
      success: hasRouter ? toNamed(true) : single,
      failure: hasRouter ? toNamed(false) : single,
    },
    became: "Webhook",
    why: why.join(" "),
    more: [],
  };
}

/** A contact who entered another flow continues where it would have come back. */
function enteredExit(node: Fields): ForeignStep["exit"] {
  const isTerminal = listAt(node, "actions").some((one) => one["terminal"] === true);
  if (isTerminal) return { is: "next", to: null };
  const complete = listAt(fieldsAt(node, "router"), "categories").find(
    (one) => !/expired|failed/i.test(textAt(one, "name")),
  );
  const exit = listAt(node, "exits").find((one) => textAt(one, "uuid") === textAt(complete ?? {}, "exit_uuid"));
  return exit === undefined ? plainExit(node) : { is: "next", to: textAt(exit, "destination_uuid") || null };
}

/** The words of a node by which its author knows it: its text, the name of its result, or what it does. */
function stepName(node: Fields): string {
  const actions = listAt(node, "actions");
  const text = actions.map((one) => textAt(one, "text")).find((one) => one !== "");
  const router = fieldsAt(node, "router");
  const name =
    text ?? (textAt(router, "result_name") || textAt(router, "operand") || textAt(actions[0] ?? {}, "type") || "Step");
  return name.replace(/\s+/g, " ").trim().slice(0, 60) || "Step";
}
