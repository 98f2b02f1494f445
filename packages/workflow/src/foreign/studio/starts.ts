import { ownValue } from "../../parts/ownValue.ts";
import type { ForeignFile } from "../foreignFile.ts";
import type { ConvertedStep, ForeignStep, Target } from "../foreignFlow.ts";
import { linksOf } from "../links.ts";
import { textAt } from "../readParts.ts";
import { branchesOf } from "./convertWidget.ts";
import { nextOf, type Widget } from "./widget.ts";

interface Converted {
  name: string;
  trigger: Widget;
  byName: ReadonlyMap<string, Widget>;
  steps: ReadonlyMap<string, ForeignStep>;
  lines: Map<string, ConvertedStep>;
  file: ForeignFile;
}

const texts = ["incomingMessage", "incomingConversationMessage"];
const isOfTexts = (events: readonly string[]): boolean => events.some((event) => texts.includes(event));
const kinds: Readonly<Record<string, string>> = {
  incomingRequest: "API",
  incomingMessage: "text",
  incomingConversationMessage: "conversation",
  incomingParent: "subflow",
  incomingCall: "call",
};

/** Operations of rules on the words of a text, by the comparison of a split. */
const rules: Readonly<Record<string, string>> = {
  equal_to: "EQUALS",
  not_equal_to: "DN_EQUALS",
  matches_any_of: "EQUALS_ONE_OF",
  does_not_match_any_of: "DN_EQUALS_ONE_OF",
  contains: "CONTAINS",
  does_not_contain: "DN_CONTAINS",
  starts_with: "BEGINS_WITH",
  regex: "REGEX",
};

/** One workflow for each way in which a flow starts. The first text of a contact is routed by an inbound workflow. */
export function startsOf(of: Converted): void {
  const { trigger, steps, lines, file, name } = of;
  const ways = trigger.transitions
    .map((one) => ({ event: textAt(one, "event"), to: textAt(one, "next") }))
    .filter(({ to }) => steps.has(to));
  const entries = new Map<string, string[]>();
  for (const { event, to } of ways) entries.set(to, [...(entries.get(to) ?? []), event]);
  // those without a text first, because a branch of a text may start at the same step
  const sorted = [...entries].sort(([, a], [, b]) => Number(isOfTexts(a)) - Number(isOfTexts(b)));
  for (const [to, events] of sorted) {
    const isText = isOfTexts(events);
    if (isText && routeBranches(of, to)) continue;
    const kind = entries.size === 1 ? "" : `: ${events.map((event) => ownValue(kinds, event) ?? event).join(", ")}`;
    const id = add(of, to, `${name}${kind}`);
    if (isText) file.routes.push({ operation: "", value: "", flowId: id });
  }
  if (file.flows.length === 0) add(of, null, name);
  const reached = new Set(file.flows.flatMap((flow) => [...linksOf(flow).reached]));
  for (const [step, line] of lines)
    if (!reached.has(step) && line.became !== "Inbound workflow") {
      const why = "Nothing in the flow leads to it.";
      lines.set(step, { ...line, result: "notMapped", became: "", why });
    }
}

function add({ steps, file }: Converted, entry: Target, name: string): string {
  // two ways that start at the same step start the same workflow
  const same = file.flows.find((flow) => flow.entry === entry);
  if (same !== undefined) return same.id;
  const id = `imported-flow-${file.flows.length + 1}`;
  file.flows.push({ id, name, entry, steps });
  return id;
}

/** A first split on the text that started the flow becomes rules of the inbound workflow, a workflow for each branch. */
function routeBranches(of: Converted, to: string): boolean {
  const widget = of.byName.get(to);
  if (widget?.type !== "split-based-on") return false;
  const input = textAt(widget.properties, "input");
  const branches = branchesOf(widget).map(({ to: next, conditions }) => {
    const [only, ...more] = conditions;
    const operation = only === undefined || more.length > 0 ? undefined : ownValue(rules, only.type);
    const isFirstText = /^\{\{\s*trigger\.message\.Body\s*\}\}$/.test((only?.variable || input).trim());
    return { next, operation: isFirstText ? operation : undefined, value: only?.value ?? "", name: only?.name ?? "" };
  });
  if (branches.length === 0 || branches.some(({ operation, value }) => operation === undefined || value.trim() === ""))
    return false;
  for (const { next, operation = "", value, name } of branches)
    if (next !== null && of.steps.has(next))
      of.file.routes.push({ operation, value, flowId: add(of, next, `${of.name}: ${name || value}`) });
  const otherwise = nextOf(widget, "noMatch");
  if (otherwise !== null && of.steps.has(otherwise))
    of.file.routes.push({ operation: "", value: "", flowId: add(of, otherwise, `${of.name}: anything else`) });
  const line = of.lines.get(to);
  const why = "The first text of a contact is routed by rules, each to a workflow of its own.";
  if (line !== undefined) of.lines.set(to, { ...line, result: "changed", became: "Inbound workflow", why });
  return true;
}
