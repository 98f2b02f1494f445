import type { Instruction } from "./script.ts";
import type { CallSession } from "./session.ts";

type Prompt = { do: string; url?: string };

/**
 * The audio that must be checked before this instruction is carried out. Placed calls are checked so that a fallback can
 * replace a script with missing audio and the step can name the audio (spec 2 §3.3).
 */
export function unknownSound(session: CallSession, next: Instruction): string | undefined {
  const { plan, direction, sounds = [], missingSounds = [] } = session;
  if (direction === "in" && plan.fallback === undefined) return undefined;
  const prompts = next.do === "gather" || next.do === "listen" ? next.prompts : [next];
  const known = [...sounds, ...missingSounds];
  for (const prompt of prompts)
    if (prompt.do === "play" && !prompt.recorded && !known.includes(prompt.url)) return prompt.url;
  return undefined;
}

export const isMissing = ({ missingSounds = [] }: CallSession, prompt: Prompt): boolean =>
  prompt.do === "play" && missingSounds.includes(prompt.url ?? "");

/** The instruction without prompts whose audio is missing. */
export const withoutMissing = <Verb extends { prompts: readonly Prompt[] }>(
  session: CallSession,
  verb: Verb,
): Verb => ({
  ...verb,
  prompts: verb.prompts.filter((prompt) => !isMissing(session, prompt)),
});

/** The session after a check found no audio. Without a fallback the call continues, and the audio is skipped. */
export function noteMissingSound(session: CallSession, url: string, reason: string): CallSession {
  const { because, missingSounds = [], plan, usedFallback } = session;
  const hasFallback = plan.fallback !== undefined && !usedFallback;
  const outcome = hasFallback ? "the fallback URL was asked" : "the call continued without it";
  return {
    ...session,
    because: [because, reason, outcome].filter(Boolean).join("; "),
    ...(!hasFallback && { missingSounds: [...missingSounds, url] }),
  };
}
