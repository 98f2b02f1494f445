import { shortenLinks } from "@trunkline/workflow/parts/links.ts";
import type { NewLink } from "../store/link.ts";
import { type LinkCode, newLinkCode, readLinkCode } from "./linkCode.ts";

/** What an account's short addresses begin with, and its codes. */
export interface LinkMeans {
  base: string;
  key: string;
}

/** A text with its addresses at the origins of `shorten` as short ones, and the rows that lead on from them; without either it stays as it is. */
export function shortened(
  { text, shorten }: { text: string; shorten?: readonly string[] | undefined },
  means: LinkMeans | undefined,
  nowMs: number,
): { text: string; links?: NewLink[] } {
  if (shorten === undefined || means === undefined) return { text };
  const made = shortenLinks(text, shorten, means.base, () => newLinkCode(means.key, nowMs));
  return {
    text: made.text,
    links: made.links.map(({ code, target }) => {
      const { day, secret } = readLinkCode(code, nowMs) as LinkCode;
      return { day, secret, target };
    }),
  };
}
