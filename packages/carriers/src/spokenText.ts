// Texts that a provider speaks.

/** The part of a text that a provider speaks at once, cut at a space, and the rest. `longest`: in characters. */
export function cutSpoken(text: string, longest: number): [part: string, rest: string] {
  if (text.length <= longest) return [text, ""];
  const space = text.lastIndexOf(" ", longest);
  const end = space > 0 ? space : longest;
  return [text.slice(0, end), text.slice(end).trimStart()];
}

/** The rate of SSML for a speed. Null: as the voice speaks. */
export const speechRate = (speed: number | undefined): string | null =>
  speed === undefined || speed === 1 ? null : `${Math.round(speed * 100)}%`;
