import type { Played } from "@trunkline/workflow/engine/simulate.ts";
import type { Definition } from "@trunkline/workflow/engine/world.ts";
import { kindOf } from "@trunkline/workflow/outbound/kinds/index.ts";
import { readName } from "@trunkline/workflow/outbound/nodeName.ts";
import { sampleBase, sampleText } from "@trunkline/workflow/parts/text/links.ts";
import { countSegments } from "@trunkline/workflow/parts/text/segments.ts";

/** The results of a played run. */
export class Tally {
  readonly contacts: number;
  readonly passed = new Map<number, number>();
  readonly ends = new Map<string, number>();
  /** Reasons for skipped and failed actions with their counts. */
  readonly reasons = new Map<string, number>();
  over = 0;
  failed = 0;
  texts = 0;
  segments = 0;
  replies = 0;
  steps = 0;
  firstMs = Number.POSITIVE_INFINITY;
  lastMs = Number.NEGATIVE_INFINITY;
  readonly #ended = new Set<string>();

  constructor(contacts: number) {
    this.contacts = contacts;
  }

  add({ now, contact, advance }: Played): void {
    this.firstMs = Math.min(this.firstMs, now);
    this.lastMs = Math.max(this.lastMs, now);
    this.steps += advance.steps.length;
    for (const step of advance.steps) {
      if (typeof step.data?.["reply"] === "string") this.replies += 1;
      const reason = step.data?.["reason"];
      if (typeof reason === "string") count(this.reasons, reason);
      if (step.outcome === "went" || step.outcome === "ended") count(this.passed, step.node);
    }
    for (const { effect } of advance.effects) {
      if (effect.do !== "sendSms") continue;
      this.texts += 1;
      this.segments += countSegments(sampleText(effect, sampleBase));
    }
    const { status, reason } = advance.journey;
    if ((status !== "done" && status !== "failed") || this.#ended.has(contact.contactId)) return;
    this.#ended.add(contact.contactId);
    this.over += 1;
    if (status === "failed") this.failed += 1;
    count(this.ends, status === "failed" ? `failed: ${reason ?? "no reason"}` : "done");
  }

  /** The summary as lines of text. */
  lines(definition: Definition): string[] {
    const row = (name: string, figure: number | string) => `  ${name.padEnd(34)} ${String(figure).padStart(10)}`;
    const nodes = [...definition.nodes.values()].map((node) => {
      const visits = this.passed.get(node.id) ?? 0;
      return row(`#${node.id} ${readName(node.name) ?? kindOf(node).label}`, visits);
    });
    return [
      row("contacts", this.contacts),
      ...[...this.ends].sort(([a], [b]) => a.localeCompare(b)).map(([name, figure]) => row(name, figure)),
      row("still under way", this.contacts - this.over),
      row("texts", this.texts),
      row("segments", this.segments),
      row("replies", this.replies),
      ...[...this.reasons].sort(([, a], [, b]) => b - a).map(([reason, figure]) => row(`not done: ${reason}`, figure)),
      ...(this.steps > 0 ? [row("from", shortTime(this.firstMs)), row("to", shortTime(this.lastMs))] : []),
      "",
      "  contacts that passed each node",
      ...nodes,
    ];
  }
}

/** Formats an instant as `2026-03-02 14:05 UTC`. */
export const shortTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;

const count = <Key>(map: Map<Key, number>, key: Key): void => {
  map.set(key, (map.get(key) ?? 0) + 1);
};
