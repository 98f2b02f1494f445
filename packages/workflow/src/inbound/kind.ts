import type { z } from "zod";
import type { CardLine, Field, Input, Issue, Option } from "../nodeKind.ts";
import type { DestType, RouteOptions, RuleEntry } from "./route.ts";
import type { NodeType, SrcType } from "./saved.ts";

/** Lists that the page loads and an inbound field picks from. */
export type InboundPickSource =
  | "numbers"
  | "numberSets"
  | "campaigns"
  | "workGroups"
  | "liveLists"
  | "ivrs"
  | "inboxes"
  | "tags"
  | "contactFields";

/** The inputs of inbound forms: those of outbound forms that fit, and lists. */
type InboundInput<Form> =
  | Extract<Input<Form>, { input: "text" | "textarea" | "number" | "switch" | "choice" | "time" | "assetUrl" }>
  /** One of a list that the page loads; what it does not hold may be typed. */
  | { input: "pickOne"; from: InboundPickSource }
  /** Several of a list that the page loads. */
  | { input: "pickSeveral"; from: InboundPickSource }
  /** Several of a fixed list. */
  | { input: "chooseSeveral"; options: readonly Option[] }
  /** Texts, one per line or comma. */
  | { input: "texts"; placeholder?: string };

/** A field of an inbound form; two fields may share a name when `show` lets only one of them be seen. */
export type InboundField<Form> = Omit<Extract<Field<Form>, { input: "switch" }>, "input"> & InboundInput<Form>;

interface Kind<Form> {
  /** The saved `type` of the node. */
  nodeType: NodeType;
  label: string;
  help: string;
  /** Tabler icon name. */
  icon: string;
  hue: "sms" | "voice" | "rcs" | "logic";
  /** Reads the saved form: a missing field has its default (spec 1 §3.7), a bare text is a list of one. */
  form: z.ZodType<Form>;
  defaults: Form;
  fields: readonly InboundField<Form>[];
  card(form: Form): CardLine[];
  /** The messages of spec 1 §5.2. */
  validate(form: Form): Issue[];
}

/** A rule of a path (spec 1 §3.5). */
export interface RuleKind<Form> extends Kind<Form> {
  category: "rule";
  nodeType: "rule" | "smsRule";
  entry(form: Form): RuleEntry;
}

/** Where a path ends (spec 1 §3.6). */
export interface DestinationKind<Form> extends Kind<Form> {
  category: "destination";
  nodeType: "callDestination" | "smsDestination" | "multipleDestination";
  destType: DestType;
  /** What the form becomes on the wire, beside what every destination has (wire reading 21). */
  target(form: Form): { dest: string; options: Omit<RouteOptions, "timezone" | "priority">; distributionType?: number };
}

/** The node of a channel. */
export interface ChannelKind extends Kind<Record<string, never>> {
  category: "channel";
  nodeType: "inboundCall" | "inboundSms" | "inboundRcs";
  srcType: SrcType;
}

/** The node that every route begins with; its saved category is left out. */
export interface StartKind<Form> extends Kind<Form> {
  category: "start";
  nodeType: "start";
}

export const ruleKind = <Form extends object>(kind: Omit<RuleKind<Form>, "category">): RuleKind<Form> => ({
  category: "rule",
  ...kind,
});
