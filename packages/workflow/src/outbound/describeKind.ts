import { describe, expect, test } from "vitest";
import type { Answer } from "../engine/effects.ts";
import type { Contact, Lookup } from "../engine/world.ts";
import type { DesignContext, Moment, NodeKind, Outcome, Reply } from "../nodeKind.ts";
import type { NodeId, SavedNode } from "../savedNode.ts";
// the checks of texts, which the engine loads
import "../parts/text/text.ts";

// For tests only: a kind's cases are data, and this file runs them (CONTRIBUTING.md, Tests).

/** A form, and what it saves and reads back. */
interface SavesCase<Own, Draft> {
  rule: string;
  draft: Partial<Draft>;
  own: Own;
  children?: NodeId[];
}

/** A form and all its error messages (spec 2 §5.2). */
interface RejectsCase<Draft> {
  rule: string;
  draft: Partial<Draft>;
  /** None means that the form is valid. */
  messages: string[];
  at?: Partial<DesignContext>;
}

/** A run of a node. */
interface RunsCase<Own> {
  rule: string;
  /** Merged into the kind's example. */
  node?: Partial<Own> & { children?: NodeId[] };
  at?: Partial<Omit<Moment, "contact" | "lookup">> & { contact?: Partial<Contact>; lookup?: Partial<Lookup> };
  /** The behaviour method to call. Default: `run`. */
  by?: "run" | "wake" | "reply" | { answer: Answer } | { reply: Reply };
  outcome: Outcome;
}

interface Cases<Own, Draft> {
  saves: SavesCase<Own, Draft>[];
  rejects: RejectsCase<Draft>[];
  runs: RunsCase<Own>[];
}

/** Wednesday, 18 November 2026, 15:00 UTC, which is 10:00 in New York and 7:00 in Los Angeles. */
export const now = 1_795_014_000_000;

const sampleContext: DesignContext = { flag: () => true, today: "2026-11-18" };

export const sampleContact: Contact = {
  contactId: "01980000-0000-7000-8000-0000000000f1",
  phone: "+12025550111",
  email: null,
  firstName: "Ann",
  lastName: null,
  address: null,
  city: null,
  state: "NY",
  postalCode: null,
  country: "US",
  tags: [],
  extdata: {},
  zones: ["America/New_York"],
  zonesFrom: "contact",
  dnc: 0,
};

const sampleLookup: Lookup = {
  template: () => undefined,
  campaignExists: () => true,
  zone: (timezoneId) => (timezoneId === -32 ? "America/Los_Angeles" : undefined),
  federalDnc: () => undefined,
};

const momentOf = ({ contact, lookup, ...rest }: NonNullable<RunsCase<never>["at"]> = {}): Moment => ({
  now,
  since: now,
  chance: 0.5,
  vars: {},
  sendWindow: [],
  ...rest,
  contact: { ...sampleContact, ...contact },
  lookup: { ...sampleLookup, ...lookup },
});

/** Registers the cases of a kind as tests. */
export function describeKind<Own extends object, Draft extends object>(
  name: string,
  kind: NodeKind<Own, Draft>,
  { saves, rejects, runs }: Cases<Own, Draft>,
): void {
  describe(name, () => {
    test.for(saves)("saves: $rule", ({ draft, own, children = [] }) => {
      const full = { ...kind.defaults, ...draft };
      expect(kind.write(full)).toEqual(own);
      expect(kind.own.parse(own)).toEqual(own);
      expect(kind.write(kind.read(own, children))).toEqual(own);
    });
    test.for(rejects)("rejects: $rule", ({ draft, messages, at }) => {
      const issues = kind.validate({ ...kind.defaults, ...draft }, { ...sampleContext, ...at });
      expect(issues.map(({ message }) => message)).toEqual(messages);
    });
    test.for(runs)("runs: $rule", ({ node, at, by = "run", outcome }) => {
      const { children = [2], ...own } = node ?? {};
      const saved = { id: 1, type: name, x: 0, y: 0, children, ...kind.example, ...own } as SavedNode & Own;
      expect(happen(kind, saved, by, momentOf(at))).toEqual(outcome);
    });
  });
}

function happen<Own, Draft>(
  kind: NodeKind<Own, Draft>,
  node: SavedNode & Own,
  by: NonNullable<RunsCase<Own>["by"]>,
  at: Moment,
): Outcome | undefined {
  if (by === "reply") return kind.reply?.(node, at, { text: "", of: node.id });
  if (typeof by === "string") return kind[by]?.(node, at);
  return "answer" in by ? kind.answer?.(node, by.answer, at) : kind.reply?.(node, at, by.reply);
}
