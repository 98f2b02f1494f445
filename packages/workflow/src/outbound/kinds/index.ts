import type { AnyNodeKind } from "../../nodeKind.ts";
import type { SavedNode } from "../../savedNode.ts";
import { enterKinds } from "../kindTable.ts";
import { agentQueue } from "./agentQueue/index.ts";
import { aiAssist } from "./aiAssist/index.ts";
import { call } from "./call/index.ts";
import { callAndRecord } from "./callAndRecord/index.ts";
import { callback } from "./callback/index.ts";
import { callXml } from "./callXml/index.ts";
import { campaign } from "./campaign/index.ts";
import { carrierLookup } from "./carrierLookup/index.ts";
import { computation } from "./computation/index.ts";
import { condition } from "./condition/index.ts";
import { control } from "./control/index.ts";
import { dnc } from "./dnc/index.ts";
import { dncCheck } from "./dncCheck/index.ts";
import { editContact } from "./editContact/index.ts";
import { email } from "./email/index.ts";
import { event } from "./event/index.ts";
import { meme } from "./meme/index.ts";
import { percentage } from "./percentage/index.ts";
import { rateLimit } from "./rateLimit/index.ts";
import { rcsSend } from "./rcsSend/index.ts";
import { section } from "./section/index.ts";
import { sectionStart } from "./sectionStart/index.ts";
import { smsSend } from "./smsSend/index.ts";
import { start } from "./start/index.ts";
import { timeDelay } from "./timeDelay/index.ts";
import { unknownKind } from "./unknownKind.ts";

/** All outbound node kinds, in palette order (spec 2 §2.1). Key = folder name = palette id. */
export const kinds = {
  start,
  control,
  aiAssist,
  smsSend,
  call,
  callXml,
  callAndRecord,
  condition,
  carrierLookup,
  campaign,
  dnc,
  section,
  sectionStart,
  computation,
  agentQueue,
  dncCheck,
  editContact,
  email,
  meme,
  callback,
  rcsSend,
  percentage,
  event,
  timeDelay,
  rateLimit,
} satisfies Record<string, AnyNodeKind>;

export type KindName = keyof typeof kinds;

const names = Object.keys(kinds) as KindName[];
enterKinds(kinds);

// indexed by saved type, so that looking up a node's kind does not ask every kind
const byType = new Map<string, KindName[]>();
for (const name of names) {
  const type = (kinds[name] as AnyNodeKind).type ?? name;
  byType.set(type, [...(byType.get(type) ?? []), name]);
}

/** The kinds that claim a saved node: exactly one, or none if this version does not know it. */
export const claimants = (node: SavedNode): KindName[] =>
  (byType.get(node.type) ?? []).filter((name) => (kinds[name] as AnyNodeKind).claims?.(node) ?? true);

/** The kind name of a saved node, or undefined if this version does not know it. */
export function kindNameOf(node: SavedNode): KindName | undefined {
  const found = byType.get(node.type);
  if (found === undefined) return undefined;
  const first = found[0];
  if (found.length === 1 && first !== undefined && (kinds[first] as AnyNodeKind).claims === undefined) return first;
  return claimants(node)[0];
}

/** The kind of a saved node. An unknown one is loaded, shown and saved unchanged, and fails a journey. */
export function kindOf(node: SavedNode): AnyNodeKind {
  const name = kindNameOf(node);
  return name === undefined ? unknownKind : kinds[name];
}
