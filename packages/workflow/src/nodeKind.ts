import type { z } from "zod";
import type { Answer, Change, Effect } from "./engine/effects.ts";
import type { Contact, Lookup } from "./engine/world.ts";
import type { WindowRule } from "./parts/time/window.ts";
import type { NodeId, SavedNode } from "./savedNode.ts";

/** One exit of a node: its label on the edge ("" for a plain one) and its target. */
export interface Exit {
  name: string;
  target: NodeId | null;
}

export interface Issue {
  /** The draft field, with an index for a row: `conditionalPaths.0.targetNode`. */
  field: string;
  /** The exact text of spec 2 §5.2, without the `Node {id}: ` prefix. */
  message: string;
}

export interface CardLine {
  label: string;
  value: string | undefined;
}

/** Validation of inbound nodes beyond their kind's own `validate`. */
export type NodeValidator = (node: { readonly kind: string; readonly form: object }) => Issue[];

/** What a form can use besides its own draft: state of the editor, never the network. */
export interface DesignContext {
  /** True when the account has the flag (spec 2 §3.3 dncCheck). */
  flag(name: string): boolean;
  /** Today as a local date `YYYY-MM-DD`, for date bounds. */
  today: string;
  /** True when the field equals the saved node's: a saved date in the past is accepted if unchanged (readings, Outbound editor). */
  unchanged?(field: string): boolean;
  /** Inbound workflows only, once the page has loaded it. */
  validateNode?: NodeValidator;
}

type Common<Draft> = {
  name: keyof Draft & string;
  label: string;
  help?: string;
  /** The words before the input in a row that reads as a sentence: "then". Its label is for screen readers only. */
  lead?: string;
  /** The words after it. */
  tail?: string;
  required?: boolean;
  show?: (draft: Draft) => boolean;
  disabled?: (draft: Draft) => string | undefined;
  /** Other draft fields to change along with this one: a preset, or clearing a neighbor (spec 2 §3.3, §4.4). */
  sets?: (draft: Draft) => Readonly<Record<string, unknown>>;
};

export interface Option {
  value: string | number;
  label: string;
  /** Account flag that enables the option. */
  flag?: string;
}

/** Lists that the page loads for a picker. */
export type PickSource =
  | "smsTemplates"
  | "numberSets"
  | "campaigns"
  | "timezones"
  | "sections"
  | "contactFields"
  | "webhooks"
  | "rcsAgents"
  | "rcsTemplates"
  | "emailTemplates"
  | "audiences"
  | "variables";

/**
 * Inputs of forms (house rule: about 15). `rows` nests the same inputs one level.
 * `path` and `paths` are path selectors: they hold a node id and create the edge (spec 2 §3.3).
 */
export type Input<Draft> =
  /** `fixed`: shown in place of the value, which does not change. */
  | { input: "text"; placeholder?: string; maxLength?: number; fixed?: string; variables?: boolean }
  | {
      input: "textarea";
      variables?: boolean /** No message: its length is not counted in parts. */;
      uncounted?: boolean;
      /** The field that turns on link shortening. */
      shortenedBy?: string;
    }
  | { input: "variable" }
  | { input: "url" }
  /** A whole number unless `decimals` allows more. `fixedDecimals` pads the shown value to all of them: `50.00`. */
  | { input: "number"; min?: number; max?: number; decimals?: number; fixedDecimals?: boolean; suffix?: string }
  | { input: "switch" }
  | { input: "choice"; options: Option[] }
  | { input: "pick"; from: PickSource; nameField?: keyof Draft & string }
  /** An asset of one type, picked or uploaded. The value is its public address or its file name. */
  | { input: "asset"; type: "mms-image" | "meme-image" | "audio" | "inboundxml"; keeps?: "fileName" }
  /** The address of an asset, picked or uploaded, or an external address. Switching between the two clears it. */
  | { input: "assetUrl"; type: "audio" | "inboundxml" }
  /** A colour as `rgba(0,0,0,1)`. */
  | { input: "color" }
  /** A preview of the draft's picture with its text. */
  | { input: "memePreview" }
  | { input: "time" }
  | { input: "days" }
  | { input: "instant"; local?: (draft: Draft) => boolean }
  | { input: "path"; anySection?: boolean }
  /** `audiences`: they can ask whether the contact is in an audience. */
  | { input: "statements"; audiences?: boolean }
  | {
      input: "rows";
      rowLabel: string;
      add: string;
      min?: number;
      max?: number;
      newRow: unknown;
      /** The new row after another one, if it repeats something of it. */
      rowAfter?: (last: never) => unknown;
      fields: Field<never>[];
    };

export type Field<Draft> = Common<Draft> & Input<Draft>;

/** The wire form: fields that the kind adds to a saved node. The graph writer preserves unknown keys. */
export interface Wire<Own> {
  own: z.ZodType<Own>;
  /** The saved `type`, if it differs from the folder name. */
  type?: string;
  /** Tells kinds with the same saved type apart by the presence of a key. */
  claims?(node: SavedNode): boolean;
  example: Own;
}

/** The editor's half: data and pure functions, without React or network access. */
export interface Design<Own, Draft> {
  label: string;
  /** Channel hue of the card: SMS blue, voice green, RCS violet, e-mail orange, webhook teal, logic grey. */
  hue: "sms" | "voice" | "rcs" | "email" | "webhook" | "logic";
  /** Tabler icon name, such as `message`. */
  icon: string;
  /** False for start, sectionStart: not in the palette and not deletable. */
  placeable?: boolean;
  /** Edges come only from path selectors and cannot be drawn (spec 2 §3.4). */
  selectorsOnly?: boolean;
  /** False for control and section: no outgoing handle (spec 2 §2.1). */
  source?: boolean;
  /** False for start and sectionStart: no incoming handle. */
  target?: boolean;
  defaults: Draft;
  fields: Field<Draft>[];
  card(draft: Draft): CardLine[];
  /** The text that the node sends, shown on its card: its own or that of a template. */
  message?(draft: Draft): { text: string } | { templateId: string } | undefined;
  exits(draft: Draft): Exit[];
  /** Variables that later nodes can read: `node3.reply` (spec 2 §2.1). */
  gives?(id: NodeId, draft: Draft): string[];
  /** The form of a node that is attached behind a send, while its variable is still blank. `reply`: the nearest reply. */
  prefill?(draft: Draft, reply: string): Draft;
  /** The draft with new exits, in the order of `exits`. Used for drawn edges and deleted nodes. */
  retarget(draft: Draft, targets: (NodeId | null)[]): Draft;
  validate(draft: Draft, at: DesignContext): Issue[];
  /** Saved to form. `children` in wire order. */
  read(own: Own, children: NodeId[]): Draft;
  write(draft: Draft): Own;
}

/** The result of running a node. Exactly one of the keys. */
export type Outcome =
  | {
      /** The next node; null ends the journey. */
      go: NodeId | null;
      /** Jump to a section by name instead of a node. */
      jump?: string;
      /** Workflow variables to set. */
      assign?: Record<string, string>;
      /** Batched writes in the step's own transaction. */
      also?: Change[];
      because?: string;
    }
  /** An effect to perform. Its answer arrives as an event. */
  | { ask: Effect; assign?: Record<string, string>; because?: string }
  /** Waits until the instant (epoch ms) or for a reply, whichever comes first. Without an instant it waits only for a reply. When returned by `reply`, a missing instant means that the current one stays. */
  | { wait: { until?: number; forReply?: boolean }; assign?: Record<string, string>; because?: string }
  | { fail: string };

/** Input of a behaviour. Synchronous and deterministic: same node, same moment, same outcome. Do not spread it: some parts are computed on access. */
export interface Moment {
  /** Epoch milliseconds. */
  now: number;
  /** In [0, 1), always the same for the same journey and node. */
  chance: number;
  vars: Readonly<Record<string, string>>;
  contact: Contact;
  /** When this node was first entered, epoch ms. */
  since: number;
  /** The workflow's own window and the account's legal hours for texts and calls (readings, Windows). */
  sendWindow: WindowRule[];
  lookup: Lookup;
}

/** A text of the contact, and the node whose send it replies to. */
export interface Reply {
  text: string;
  of: NodeId;
}

/** The engine's half. */
export interface Behaviour<Own> {
  run(node: SavedNode & Own, at: Moment): Outcome;
  answer?(node: SavedNode & Own, answer: Answer, at: Moment): Outcome;
  wake?(node: SavedNode & Own, at: Moment): Outcome;
  /** Called for a reply or another event while the node waits. The reply is already in `vars`. */
  reply?(node: SavedNode & Own, at: Moment, reply: Reply): Outcome;
  /** Called for a reply while an effect is pending: what the node saves of it. Without this, only the variable is set. */
  overhear?(node: SavedNode & Own, at: Moment, reply: Reply): Record<string, string>;
}

export type NodeKind<Own, Draft> = Wire<Own> & Design<Own, Draft> & Behaviour<Own>;

export const nodeKind = <Own, Draft>(
  wire: Wire<Own>,
  design: Design<Own, Draft>,
  behaviour: Behaviour<Own>,
): NodeKind<Own, Draft> => ({ ...wire, ...design, ...behaviour });

// only the registry loses the relation between Own and Draft
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyNodeKind = NodeKind<any, any>;
