import type { RcsMessage } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { shortenRcs } from "@trunkline/workflow/parts/rcs/shortenRcs.ts";
import { shortenLinks } from "@trunkline/workflow/parts/text/links.ts";
import type { NewLink } from "../store/links/link.ts";
import { type LinkCode, newLinkCode, readLinkCode } from "../store/links/linkCode.ts";

/** What an account's short addresses begin with, and its codes. */
export interface LinkSettings {
  base: string;
  key: string;
}

/** A text with its addresses at the origins of `shorten` as short ones, and the rows that lead on from them; without either it stays as it is. */
export function shortened(
  { text, shorten }: { text: string; shorten?: readonly string[] | undefined },
  means: LinkSettings | undefined,
  nowMs: number,
): { text: string; links?: NewLink[] } {
  if (shorten === undefined || means === undefined) return { text };
  const made = shortenLinks(text, shorten, means.base, () => newLinkCode(means.key, nowMs));
  return { text: made.text, links: rowsOf(made.links, nowMs) };
}

/** The same of an RCS message: of its text, its cards, and the pages that its buttons open. */
export function shortenedRcs(
  { message, shorten }: { message: RcsMessage; shorten?: readonly string[] | undefined },
  means: LinkSettings | undefined,
  nowMs: number,
): { message: RcsMessage; links?: NewLink[] } {
  if (shorten === undefined || means === undefined) return { message };
  const made = shortenRcs(message, shorten, means.base, () => newLinkCode(means.key, nowMs));
  return { message: made.content, links: rowsOf(made.links, nowMs) };
}

const rowsOf = (links: readonly { code: string; target: string }[], nowMs: number): NewLink[] =>
  links.map(({ code, target }) => {
    const { day, secret } = readLinkCode(code, nowMs) as LinkCode;
    return { day, secret, target };
  });
