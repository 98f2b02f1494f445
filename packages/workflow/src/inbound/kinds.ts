/**
 * Inbound workflows, pure (spec 1 §2.5, §3.2–3.7, §4.1–4.4, §5.2, §5.3; readings, Inbound designer).
 *
 * Wire and graph. `readInbound(text | null) → InboundGraph` (an empty one is `emptyInbound()`: start, callSrc, smsSrc,
 * rcsSrc and their three lines); `writeInbound(graph) → SavedInbound`, which is what `JSON.stringify` turns into the
 * `workflow` text. `InboundGraph {nodes: Map<id, InboundNode>, edges}`; a node has `kind` (its `data.type`, "unknown" for
 * an unsupported one), `label`, `form` (flat, of the kind's shape), `x`, `y`, `routeDest`.
 *
 * Kinds. `inboundKinds[name]`: `label, help, icon, hue, nodeType, category, defaults, fields, card(form), validate(form)`,
 * one folder each under `rules/` and `destinations/`. Fields are `InboundField`: those of the outbound forms and
 * `pickOne`, `pickSeveral` (lists that the page loads: `InboundPickSource`), `chooseSeveral`, `texts`.
 *
 * Drawing. `palette`, `whyNotPlace(graph, kind)` (§4.2), `whyNotConnect(graph, source, target)` and its table `mayFollow`
 * (§4.1); commands `addInboundNode, connectInbound, disconnectInbound, removeInboundNode, changeInboundForm,
 * switchNumberRule`, each graph → graph. `nodeStates(graph, before, validate, unsuccessful)` (§4.3).
 *
 * Saving. `saveProblem(graph, validate)` is the first check that fails with its message and nodes (§4.4, §5.3), `inboundIssues`
 * one node's. Both take `validate` for checks that need heavy packages. `compileRoute(graph, routeTag, saved) →
 * {destinations: [{node, state, terminal, destination}], removed}`; `withNames(graph, compiled)` writes the names into the
 * nodes. `routeDestination` (zod) is the body of the requests.
 *
 * Running. `evaluateRoute({routeTag, globalTimezone, destinations}, incoming) → {paths, unread, destination, because}`;
 * `unreachablePaths(route)` lists paths that can never match, for a warning.
 *
 * Each of these is in the file named after it. The files with several are `graph`, `commands`, `connections`,
 * `compile`, `saveChecks`, `palette`, `saved` and `route`.
 */
import { callForward } from "./destinations/callForward/index.ts";
import { customCall } from "./destinations/customCall/index.ts";
import { groupCall } from "./destinations/groupCall/index.ts";
import { inbox } from "./destinations/inbox/index.ts";
import { ivr } from "./destinations/ivr/index.ts";
import { liveList } from "./destinations/liveList/index.ts";
import { smsForward } from "./destinations/smsForward/index.ts";
import { voicemail } from "./destinations/voicemail/index.ts";
import { workflow } from "./destinations/workflow/index.ts";
import { workgroup } from "./destinations/workgroup/index.ts";
import { call, rcs, sms } from "./fixed/channel/index.ts";
import { start } from "./fixed/start/index.ts";
import type { ChannelKind, DestinationKind, RuleKind, StartKind } from "./kind.ts";
import { areaCode } from "./rules/areaCode/index.ts";
import { contactAttribute } from "./rules/contactAttribute/index.ts";
import { fromCountry } from "./rules/fromCountry/index.ts";
import { fromNumber } from "./rules/fromNumber/index.ts";
import { state } from "./rules/state/index.ts";
import { textContent } from "./rules/textContent/index.ts";
import { time } from "./rules/time/index.ts";
import { toCountry } from "./rules/toCountry/index.ts";
import { toNumber } from "./rules/toNumber/index.ts";

/** The rules, in palette order. Key = folder name = saved `data.type`. */
export const rules = {
  time,
  textContent,
  contactAttribute,
  fromNumber,
  toNumber,
  areaCode,
  state,
  fromCountry,
  toCountry,
};

/** The destinations, in palette order. */
export const destinations = {
  voicemail,
  callForward,
  workgroup,
  groupCall,
  liveList,
  ivr,
  customCall,
  inbox,
  smsForward,
  workflow,
};

/** The channels, by their saved `data.type`, which is their srcType. */
const channels = { call, sms, rcs };

/** Every inbound node kind by its saved `data.type`. */
export const inboundKinds = { start, ...channels, ...rules, ...destinations };

export type DestinationName = keyof typeof destinations;
export type InboundKindName = keyof typeof inboundKinds;

/** A kind without the type of its form. Only the registry uses it. */
export type AnyInboundKind =
  // biome-ignore lint/suspicious/noExplicitAny: see above
  StartKind<any> | ChannelKind | RuleKind<any> | DestinationKind<any>;

/** A kind by name, or undefined if this version does not know it. */
export const inboundKind = (name: string): AnyInboundKind | undefined =>
  Object.hasOwn(inboundKinds, name) ? inboundKinds[name as InboundKindName] : undefined;
