const words = new Map<string, string>();

/** Keeps the sentence that a workflow was created with, for its editor. */
export function handWords(campaignId: string, text: string): void {
  words.set(campaignId, text);
}

/** The sentence that a workflow was created with. A reload forgets it. */
export const wordsFor = (campaignId: string): string | undefined => words.get(campaignId);

/** Forgets it, once the editor has read it. */
export function forgetWords(campaignId: string): void {
  words.delete(campaignId);
}
