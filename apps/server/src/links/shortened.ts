import type { RcsMessage } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { shortenRcs } from "@trunkline/workflow/parts/rcs/shortenRcs.ts";
import { shortenLinks } from "@trunkline/workflow/parts/text/links.ts";
import type { NewLink } from "../store/links/link.ts";
import { type LinkCode, newLinkCode, readLinkCode } from "../store/links/linkCode.ts";

/** The base of an account's short links and its codes. */
export interface LinkSettings {
  base: string;
  key: string;
}

/** Shortens the links in a text whose origins are in `shorten`, and returns the text and the rows of the redirects. */
export function shortened(
  { text, shorten }: { text: string; shorten?: readonly string[] | undefined },
  means: LinkSettings | undefined,
  nowMs: number,
): { text: string; links?: NewLink[] } {
  if (shorten === undefined || means === undefined) return { text };
  const made = shortenLinks(text, shorten, means.base, () => newLinkCode(means.key, nowMs));
  return { text: made.text, links: rowsOf(made.links, nowMs) };
}

/** Does the same for an RCS message: its text, its cards and the pages that its buttons open. */
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
