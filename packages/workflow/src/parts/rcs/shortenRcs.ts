import { linkOrigins, shortenLinks } from "../text/links.ts";
import type { RcsContent, RcsSuggestion } from "./rcsMessage.ts";

/** Every text of a content in which an address leads somewhere, passed through `change`: what is written, and pages that buttons open. */
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

/** The hosts that a message names itself, where it is to have short addresses (parts/links.ts). */
export function rcsOrigins(content: RcsContent): readonly string[] | undefined {
  if (!content.shortenLinks) return undefined;
  const origins = new Set<string>();
  mapAddresses(content, (text) => {
    for (const origin of linkOrigins(text)) origins.add(origin);
    return text;
  });
  return [...origins];
}

/** The message with its addresses at these origins as `base` and a code each, the same one wherever an address stands. */
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
