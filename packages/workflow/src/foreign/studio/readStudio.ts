import { type ForeignFile, type ForeignProblem, mostProblems, mostSteps, type ReadForeign } from "../foreignFile.ts";
import type { ConvertedStep, ForeignStep } from "../foreignFlow.ts";
import { type Fields, isFields, textAt } from "../readParts.ts";
import { convertWidget } from "./convertWidget.ts";
import { startsOf } from "./starts.ts";
import { StudioNames } from "./studioNames.ts";
import { readWidget, type Widget } from "./widget.ts";

/** Whether a file is a flow of Twilio Studio: its definition alone, or as the API wraps it. */
export const isStudio = (file: Fields): boolean => Array.isArray(definitionOf(file)["states"]);

const definitionOf = (file: Fields): Fields => (isFields(file["definition"]) ? file["definition"] : file);

/** Reads a flow of Twilio Studio (decision 0079). */
export function readStudio(file: Fields): ReadForeign {
  const definition = definitionOf(file);
  const where = definition === file ? "" : "definition.";
  const states = definition["states"] as unknown[];
  const problems = problemsOf(states, `${where}states`);
  if (problems.length > 0) return { ok: false, problems: problems.slice(0, mostProblems) };
  const widgets = (states as Fields[]).map(readWidget);
  const byName = new Map(widgets.map((widget) => [widget.name, widget]));
  const trigger = byName.get(textAt(definition, "initial_state")) ?? widgets.find(({ type }) => type === "trigger");
  if (trigger === undefined) {
    const message = `names the state "${textAt(definition, "initial_state")}", which does not exist`;
    return { ok: false, problems: [{ where: `${where}initial_state`, message }] };
  }
  const name = textAt(file, "friendly_name") || textAt(definition, "description") || "Studio flow";
  return { ok: true, file: convert(name.slice(0, 150), widgets, byName, trigger) };
}

function problemsOf(states: readonly unknown[], at: string): ForeignProblem[] {
  if (states.length === 0) return [{ where: at, message: "is empty. A flow has at least one state" }];
  if (states.length > mostSteps)
    return [{ where: at, message: `has ${states.length} states. A flow can have at most ${mostSteps}` }];
  const seen = new Set<string>();
  return states.flatMap((state, index): ForeignProblem[] => {
    const where = `${at}.${index}`;
    if (!isFields(state)) return [{ where, message: "must be an object" }];
    const name = state["name"];
    if (typeof name !== "string" || name === "") return [{ where: `${where}.name`, message: "must be a text" }];
    if (seen.has(name)) return [{ where: `${where}.name`, message: `"${name}" is the name of two states` }];
    seen.add(name);
    if (typeof state["type"] !== "string") return [{ where: `${where}.type`, message: "must be a text" }];
    const transitions = state["transitions"];
    if (transitions !== undefined && !Array.isArray(transitions))
      return [{ where: `${where}.transitions`, message: "must be a list" }];
    return [];
  });
}

function convert(name: string, widgets: Widget[], byName: ReadonlyMap<string, Widget>, trigger: Widget): ForeignFile {
  const names = new StudioNames(widgets);
  const file: ForeignFile = {
    name,
    flows: [],
    routes: [],
    report: [],
    webhooks: [],
    emailTemplates: [],
    campaigns: [],
    customFields: names.custom,
    queues: names.queues,
  };
  const steps = new Map<string, ForeignStep>();
  const lines = new Map<string, ConvertedStep>();
  for (const widget of widgets) {
    if (widget === trigger || widget.type === "trigger") continue;
    const { parts, exit, became, why, result = why === "" ? "mapped" : "changed" } = convertWidget(widget, name, names);
    steps.set(widget.name, { id: widget.name, name: widget.name, parts, exit });
    const lost = widget.transitions.filter((one) => textAt(one, "next") !== "" && !byName.has(textAt(one, "next")));
    const gone = lost.map((one) => `"${textAt(one, "next")}" does not exist, so the path ends there.`);
    lines.set(widget.name, {
      flow: name,
      step: widget.name,
      type: widget.type,
      result: gone.length > 0 && result === "mapped" ? "changed" : result,
      became,
      why: [why, ...gone].filter(Boolean).join(" "),
    });
  }
  file.webhooks = names.webhooks;
  startsOf({ name, trigger, byName, steps, lines, file });
  file.report.push(...lines.values());
  return file;
}
