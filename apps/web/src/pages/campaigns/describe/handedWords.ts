const words = new Map<string, string>();

/** Keeps the sentence that a workflow was created with, for its editor: outbound by its id, inbound by its route tag. */
export function handWords(workflow: string, text: string): void {
  words.set(workflow, text);
}

/** The sentence that a workflow was created with. A reload forgets it. */
export const wordsFor = (workflow: string): string | undefined => words.get(workflow);

/** Forgets it, once the editor has read it. */
export function forgetWords(workflow: string): void {
  words.delete(workflow);
}
