import type { SavedReply } from "@trunkline/contract/inbox/savedReply.ts";

/** Saved replies with all words of a search in title or text, those whose title begins with it first. */
export function findReplies(replies: readonly SavedReply[], search: string): SavedReply[] {
  const wanted = search.trim().toLowerCase();
  const words = wanted.split(/\s+/).filter(Boolean);
  const begins = ({ title }: SavedReply) => Number(title.toLowerCase().startsWith(wanted));
  return replies
    .filter(({ title, text }) => words.every((word) => `${title} ${text}`.toLowerCase().includes(word)))
    .sort((one, other) => begins(other) - begins(one));
}

/** The search behind a / at the beginning of a reply; undefined if the text is no search. */
export function readSlash(text: string): string | undefined {
  return text.startsWith("/") && !text.includes("\n") ? text.slice(1) : undefined;
}
