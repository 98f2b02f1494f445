import type { ForeignWebhook } from "../foreignFile.ts";
import { replyMark } from "../foreignFlow.ts";
import { answerOf, type NameOf, namesOf, parsedOf, soleVariable, type Translated, translateLiquid } from "./liquid.ts";
import { nextOf, type Widget } from "./widget.ts";

/** The names of a flow's variables, and what its widgets use. */
export class StudioNames {
  readonly custom = new Set<string>();
  readonly queues = new Set<string>();
  readonly webhooks: ForeignWebhook[] = [];
  private readonly nameOf: NameOf;
  /** Answers that only the split right after the question reads, which needs no variable. */
  private readonly direct = new Set<string>();
  private readonly used = new Set<string>();
  private readonly parsed = new Map<string, Set<string>>();

  constructor(widgets: readonly Widget[]) {
    const asking = widgets.filter(({ type }) => type === "send-and-wait-for-reply");
    const replies = new Set(asking.map(({ name }) => name));
    this.nameOf = namesOf({ replies, custom: this.custom });
    const readers = new Map<string, Set<Widget>>();
    const ways = new Map<string, number>();
    for (const widget of widgets) {
      for (const one of widget.transitions) {
        const next = one["next"];
        if (typeof next === "string") ways.set(next, (ways.get(next) ?? 0) + 1);
      }
      const text = JSON.stringify([widget.properties, widget.transitions]);
      for (const [, name = ""] of text.matchAll(/widgets\.([\w-]+)\.inbound\.Body/g))
        readers.set(name, (readers.get(name) ?? new Set()).add(widget));
      for (const [, name = "", path = ""] of text.matchAll(/widgets\.([\w-]+)\.parsed\.([\w.-]+)/g))
        this.parsed.set(name, (this.parsed.get(name) ?? new Set()).add(path));
      for (const [, name = ""] of text.matchAll(/widgets\.([\w-]+)\.body\b/g))
        this.parsed.set(name, (this.parsed.get(name) ?? new Set()).add(""));
    }
    for (const widget of asking) {
      const by = [...(readers.get(widget.name) ?? [])];
      const [only] = by;
      const isDirect =
        by.length === 1 &&
        only?.type === "split-based-on" &&
        nextOf(widget, "incomingMessage") === only.name &&
        ways.get(only.name) === 1;
      if (isDirect) this.direct.add(answerOf(widget.name));
      else if (by.length > 0) this.used.add(widget.name);
    }
  }

  text(text: string): Translated {
    return translateLiquid(text, (path) => this.name(path));
  }

  /** The variable that a split reads. */
  variable(text: string): string | undefined {
    return soleVariable(text, (path) => this.name(path));
  }

  /** The variable in which an answer is saved, or null when nothing reads it later. */
  saved(widget: string): string | null {
    return this.used.has(widget) ? answerOf(widget) : null;
  }

  /** The values that later widgets read from a response. */
  mapping(widget: string): Record<string, string> {
    const paths = [...(this.parsed.get(widget) ?? [])];
    return Object.fromEntries(
      paths.map((path) => [
        parsedOf(widget, path === "" ? [] : path.split(".")),
        path === ""
          ? "$"
          : `$${path
              .split(".")
              .map((key) => `['${key}']`)
              .join("")}`,
      ]),
    );
  }

  private name(path: string): string | undefined {
    const name = this.nameOf(path);
    return name !== undefined && this.direct.has(name) ? replyMark : name;
  }
}
