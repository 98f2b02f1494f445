import type { z } from "zod";
import type { Answer, Change, Effect } from "./engine/effects.ts";
import type { Contact, Lookup } from "./engine/world.ts";
import type { WindowRule } from "./parts/time/window.ts";
import type { NodeId, SavedNode } from "./savedNode.ts";

export type { NodeId, SavedNode };

/** One way out of a node: its words on the edge ("" for a plain one) and its target. */
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

/** What is wrong with a node of an inbound workflow beyond what its kind's own `validate` can tell. */
export type NodeValidator = (node: { readonly kind: string; readonly form: object }) => Issue[];

/** What a form may look at besides its own draft: the world of the editor, never the network. */
export interface DesignContext {
  /** True when the account has the flag (spec 2 §3.3 dncCheck). */
  flag(name: string): boolean;
  /** Today as a local date `YYYY-MM-DD`, for date bounds. */
  today: string;
  /** True when the field holds what the saved node holds already: a saved date that has passed is not refused (readings, Outbound editor). */
  unchanged?(field: string): boolean;
  /** Of inbound workflows; there once the page has fetched it. */
  judge?: NodeValidator;
}

type Common<Draft> = {
  name: keyof Draft & string;
  label: string;
  help?: string;
  required?: boolean;
  show?: (draft: Draft) => boolean;
  disabled?: (draft: Draft) => string | undefined;
  /** What else changes in the draft when this field was changed: a preset, a cleared neighbour (spec 2 §3.3, §4.4). */
  sets?: (draft: Draft) => Readonly<Record<string, unknown>>;
};

export interface Option {
  value: string | number;
  label: string;
  /** The account flag without which the option is not offered. */
  flag?: string;
}

/** Lists that the page loads and a field picks from. */
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
  | "variables";

/**
 * The inputs that a form may use (house rule: about 15). `rows` nests the same inputs one level.
 * `path` and `paths` are path selectors: they hold a node id and make the edge (spec 2 §3.3).
 */
export type Input<Draft> =
  /** `fixed`: shown instead of the value, which stays as it is. */
  | { input: "text"; placeholder?: string; maxLength?: number; fixed?: string; variables?: boolean }
  | {
      input: "textarea";
      variables?: boolean /** No message: its length is not counted in parts. */;
      uncounted?: boolean;
      /** The switch that makes its addresses short ones. */
      shortenedBy?: string;
    }
  | { input: "variable" }
  | { input: "url" }
  /** A whole number, unless it may have decimals; then all of them are shown. */
  | { input: "number"; min?: number; max?: number; decimals?: number; suffix?: string }
  | { input: "switch" }
  | { input: "choice"; options: Option[] }
  | { input: "pick"; from: PickSource; nameField?: keyof Draft & string }
  /** An asset of a type, picked or uploaded; what is kept is its public address, or its file name. */
  | { input: "asset"; type: "mms-image" | "meme-image" | "audio" | "inboundxml"; keeps?: "fileName" }
  /** The address of an asset of a type, picked or uploaded, or of something elsewhere; changing between the two clears it. */
  | { input: "assetUrl"; type: "audio" | "inboundxml" }
  /** A colour as `rgba(0,0,0,1)`. */
  | { input: "color" }
  /** The picture of the draft's file with the draft's text on it. */
  | { input: "memePreview" }
  | { input: "time" }
  | { input: "days" }
  | { input: "instant"; local?: (draft: Draft) => boolean }
  | { input: "path"; anySection?: boolean }
  | { input: "statements" }
  | {
      input: "rows";
      rowLabel: string;
      add: string;
      min?: number;
      max?: number;
      newRow: unknown;
      fields: Field<never>[];
    };

export type Field<Draft> = Common<Draft> & Input<Draft>;

/** What the wire holds: the fields that this kind adds to a saved node. Keys it does not know are carried over by the graph writer. */
export interface Wire<Own> {
  own: z.ZodType<Own>;
  /** The saved `type` when it is not the folder's name. */
  type?: string;
  /** Tells kinds of one saved type apart, by a key's presence. */
  claims?(node: SavedNode): boolean;
  example: Own;
}

/** The editor's half: data and pure functions. Never React, never fetch. */
export interface Design<Own, Draft> {
  label: string;
  /** Plain text; an empty line parts paragraphs, `[words](/path)` is a link, backticks mark code. */
  help: string;
  /** Channel hue of the card: SMS blue, voice green, RCS violet, e-mail orange, webhook teal, logic grey. */
  hue: "sms" | "voice" | "rcs" | "email" | "webhook" | "logic";
  /** Tabler icon name, such as `message`. */
  icon: string;
  /** False for start, sectionStart: not in the palette and not deletable. */
  placeable?: boolean;
  /** Edges come only from path selectors, never from dragging (spec 2 §3.4). */
  selectorsOnly?: boolean;
  /** False for control and section: no outgoing handle (spec 2 §2.1). */
  source?: boolean;
  /** False for start and sectionStart: no incoming handle. */
  target?: boolean;
  defaults: Draft;
  fields: Field<Draft>[];
  card(draft: Draft): CardLine[];
  exits(draft: Draft): Exit[];
  /** The variables that later nodes may read from this one: `node3.reply` (spec 2 §2.1). */
  gives?(id: NodeId, draft: Draft): string[];
  /** The draft with its exits replaced: `targets` in the order of `exits`. How a hand-drawn line or a deleted node changes a draft. */
  retarget(draft: Draft, targets: (NodeId | null)[]): Draft;
  validate(draft: Draft, at: DesignContext): Issue[];
  /** Saved to form. `children` in wire order. */
  read(own: Own, children: NodeId[]): Draft;
  write(draft: Draft): Own;
}

/** What a node does when the engine reaches it. Exactly one of the keys. */
export type Outcome =
  | {
      /** The next node; null ends the journey. */
      go: NodeId | null;
      /** Jump to a section by name instead of a node. */
      jump?: string;
      /** Workflow variables to set. */
      assign?: Record<string, string>;
      /** Set-based writes that happen in the step's own transaction. */
      also?: Change[];
      because?: string;
    }
  /** Something for the world to do; its answer comes back as a happening. */
  | { ask: Effect; assign?: Record<string, string>; because?: string }
  /** Sleep until the instant (epoch ms), or for a reply, whichever comes first; no instant waits for a reply alone. As the outcome of `reply`, no instant keeps the one that the wait already has. */
  | { wait: { until?: number; forReply?: boolean }; assign?: Record<string, string>; because?: string }
  | { fail: string };

/** All that a behaviour may look at. Synchronous: same node, same moment, same outcome. Not to be spread: some of it is computed when looked at. */
export interface Moment {
  /** Epoch milliseconds. */
  now: number;
  /** In [0, 1), the same for the same journey and node however often it is asked. */
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
  /** A reply or another event of the journey arrived while the node waits for it; the reply is in `vars` already. */
  reply?(node: SavedNode & Own, at: Moment, reply: Reply): Outcome;
  /** A reply arrived while the node asks: what it keeps of it for later. Without this only the variable tells. */
  overhear?(node: SavedNode & Own, at: Moment, reply: Reply): Record<string, string>;
}

export type NodeKind<Own, Draft> = Wire<Own> & Design<Own, Draft> & Behaviour<Own>;

export const nodeKind = <Own, Draft>(
  wire: Wire<Own>,
  design: Design<Own, Draft>,
  behaviour: Behaviour<Own>,
): NodeKind<Own, Draft> => ({ ...wire, ...design, ...behaviour });

// the registry is the one place that forgets which Own goes with which Draft
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyNodeKind = NodeKind<any, any>;
