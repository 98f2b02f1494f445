import { linkOrigins, shortenLinks } from "../text/links.ts";
import type { RcsContent, RcsSuggestion } from "./rcsMessage.ts";

/** Applies `change` to every text that can contain links: texts, and pages that buttons open. */
function mapAddresses(content: RcsContent, change: (text: string) => string): RcsContent {
  const buttons = (list: readonly RcsSuggestion[]) =>
    list.map((one) => (one.kind === "openUrl" ? { ...one, target: change(one.target) } : one));
  return {
    ...content,
    text: change(content.text),
    cards: content.cards.map((card) => ({
      ...card,
      description: change(card.description),
      suggestions: buttons(card.suggestions),
    })),
    suggestions: buttons(content.suggestions),
  };
}

/** Hosts named in a message whose links are shortened (parts/links.ts). */
export function rcsOrigins(content: RcsContent): readonly string[] | undefined {
  if (!content.shortenLinks) return undefined;
  const origins = new Set<string>();
  mapAddresses(content, (text) => {
    for (const origin of linkOrigins(text)) origins.add(origin);
    return text;
  });
  return [...origins];
}

/** The message with its links at these origins shortened. The same address gets the same code. */
export function shortenRcs<Content extends RcsContent>(
  content: Content,
  origins: readonly string[],
  base: string,
  makeCode: () => string,
): { content: Content; links: { code: string; target: string }[] } {
  const codes = new Map<string, string>();
  const short = mapAddresses(content, (text) => shortenLinks(text, origins, base, makeCode, codes).text);
  return { content: { ...content, ...short }, links: [...codes].map(([target, code]) => ({ code, target })) };
}
