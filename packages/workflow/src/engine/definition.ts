import type { AnyNodeKind } from "../nodeKind.ts";
import { everyDay } from "../parts/time/daysOfWeek.ts";
import { legalHours } from "../parts/time/legalHours.ts";
import { parseTime } from "../parts/time/timeOfDay.ts";
import { zoneOf } from "../parts/time/timezones.ts";
import { type WindowRule, windowRules } from "../parts/time/window.ts";
import type { NodeId, SavedNode } from "../savedNode.ts";
import type { Contact, Definition } from "./world.ts";

/** The campaign's protection fields (spec 2 §3.1): type 0 none, 1 recipient, 3 fixed. */
export interface Protection {
  timezoneProtectionType?: number | null;
  timezoneProtectionStartTime?: string | null;
  timezoneProtectionEndTime?: string | null;
  timezoneProtectionTimezoneFixed?: number | null;
}

/** A workflow text (spec 2 §3.2), parsed or not. */
export interface SavedWorkflow {
  schemaVersion?: number;
  startNode: NodeId;
  nodes: SavedNode[];
  sections: Record<string, NodeId>;
}

export interface DefinitionSource {
  campaignId: string;
  version: number;
  workflow: string | SavedWorkflow;
  protection?: Protection;
  /** The account's legal hours apply to texts and calls (readings, Windows). */
  legalHours?: boolean;
  /** When given, nodes are parsed by their kind's schema once, which fills in defaults. */
  kindOf?: (node: SavedNode) => AnyNodeKind | undefined;
}

/** A workflow version prepared for the engine. */
export function makeDefinition(source: DefinitionSource): Definition {
  const workflow: Partial<SavedWorkflow> =
    typeof source.workflow === "string" ? (JSON.parse(source.workflow || "null") ?? {}) : source.workflow;
  const nodes = new Map<NodeId, SavedNode>();
  for (const node of workflow.nodes ?? []) nodes.set(node.id, readNode(node, source.kindOf));
  return {
    campaignId: source.campaignId,
    version: source.version,
    startNode: startOf(workflow, nodes),
    nodes,
    sections: workflow.sections ?? {},
    sendWindow: sendWindowOf(source.protection ?? {}, source.legalHours ?? false),
  };
}

/** A node that its kind cannot parse is left unchanged. It fails only the journeys that reach it. */
function readNode(node: SavedNode, kindOf: DefinitionSource["kindOf"]): SavedNode {
  const read = kindOf?.(node)?.own.safeParse(node);
  return read?.success ? { ...node, ...(read.data as object) } : node;
}

/** -1 means none; then node 1 or the start node is used (spec 2 §3.2). */
function startOf(workflow: Partial<SavedWorkflow>, nodes: ReadonlyMap<NodeId, SavedNode>): NodeId {
  const start = workflow.startNode ?? -1;
  if (start !== -1) return start;
  return [...nodes.values()].find((node) => node.type === "start")?.id ?? 1;
}

/** Source of a recipient's zones, as step text (readings, Recipient's zone). */
const zoneSources: Record<Contact["zonesFrom"], string> = {
  contact: "from the contact",
  postal: "by postal code",
  state: "by state",
  areaCode: "by area code",
  unknown: "because no zone is known",
};

/** The rules that hold a send: the workflow's window and the legal hours, which it never widens. */
function sendWindowOf(protection: Protection, legal: boolean): (contact: Contact) => WindowRule[] {
  const known = new Map<string, WindowRule[]>();
  return (contact) => {
    const where = legal ? `${contact.state ?? ""} ${contact.phone?.slice(0, 5) ?? ""}` : "";
    const key = `${contact.zones.join(" ")};${contact.zonesFrom};${where}`;
    let rules = known.get(key);
    if (rules === undefined) {
      rules = windowRules([...ownWindow(protection, contact), ...(legal ? legalWindow(contact) : [])]);
      if (known.size >= 10_000) known.clear();
      known.set(key, rules);
    }
    return rules;
  };
}

/** Only the legal hours, for texts that do not belong to a workflow. */
export const legalWindow = (contact: Pick<Contact, "zones" | "zonesFrom" | "state" | "phone">): WindowRule[] =>
  windowRules(legalHours(contact).map((rule) => ({ ...rule, source: zoneSources[contact.zonesFrom] })));

function ownWindow(protection: Protection, contact: Contact): WindowRule[] {
  const startSecond = parseTime(protection.timezoneProtectionStartTime ?? "");
  const endSecond = parseTime(protection.timezoneProtectionEndTime ?? "");
  const zones = zonesOf(protection, contact);
  if (zones === undefined || startSecond === undefined || endSecond === undefined) return [];
  const source = protection.timezoneProtectionType === 1 ? { source: zoneSources[contact.zonesFrom] } : {};
  return [{ zones, days: everyDay, startSecond, endSecond, name: "workflow window", ...source }];
}

function zonesOf(protection: Protection, contact: Contact): readonly string[] | undefined {
  if (protection.timezoneProtectionType === 1) return contact.zones;
  if (protection.timezoneProtectionType !== 3) return undefined;
  const zone = zoneOf(protection.timezoneProtectionTimezoneFixed ?? 0);
  return zone === undefined ? undefined : [zone];
}
