import type { z } from "zod";
import type { CardLine, Field, Input, Issue, Option } from "../nodeKind.ts";
import type { DestType, RouteOptions, RuleEntry } from "./route.ts";
import type { NodeType, SrcType } from "./saved.ts";

/** Lists that the page loads for inbound fields. */
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

/** Inputs of inbound forms: the outbound inputs that apply, and lists. */
type InboundInput<Form> =
  | Extract<Input<Form>, { input: "text" | "textarea" | "number" | "switch" | "choice" | "time" | "assetUrl" }>
  /** One of a loaded list. Other values can be typed. */
  | { input: "pickOne"; from: InboundPickSource }
  /** Several of a loaded list. */
  | { input: "pickSeveral"; from: InboundPickSource }
  /** Several of a fixed list. */
  | { input: "chooseSeveral"; options: readonly Option[] }
  /** Texts, one per line or comma. */
  | { input: "texts"; placeholder?: string };

/** A field of an inbound form. Two fields can share a name when `show` displays only one of them. */
export type InboundField<Form> = Omit<Extract<Field<Form>, { input: "switch" }>, "input"> & InboundInput<Form>;

interface Kind<Form> {
  /** The saved `type` of the node. */
  nodeType: NodeType;
  label: string;
  help: string;
  /** Tabler icon name. */
  icon: string;
  hue: "sms" | "voice" | "rcs" | "logic";
  /** Reads the saved form. A missing field has its default (spec 1 §3.7), a bare text is a list of one. */
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

/** The end of a path (spec 1 §3.6). */
export interface DestinationKind<Form> extends Kind<Form> {
  category: "destination";
  nodeType: "callDestination" | "smsDestination" | "multipleDestination";
  destType: DestType;
  /** The form's wire fields, besides those of every destination (wire reading 21). */
  target(form: Form): { dest: string; options: Omit<RouteOptions, "timezone" | "priority">; distributionType?: number };
}

/** A channel node. */
export interface ChannelKind extends Kind<Record<string, never>> {
  category: "channel";
  nodeType: "inboundCall" | "inboundSms" | "inboundRcs";
  srcType: SrcType;
}

/** The start node. Its saved category is left out. */
export interface StartKind<Form> extends Kind<Form> {
  category: "start";
  nodeType: "start";
}

export const ruleKind = <Form extends object>(kind: Omit<RuleKind<Form>, "category">): RuleKind<Form> => ({
  category: "rule",
  ...kind,
});
