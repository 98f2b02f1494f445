import type { TriedWebhook } from "./tryWebhook.ts";

/** The longest script shown to an agent. */
const longestScript = 20_000;

/**
 * The script in the answer of a webhook of type dynamic_script: the mapped variable `script`, the member `script` of a JSON answer, or a plain text answer. It is shown as text, so an HTML answer does not count.
 */
export function readScript({ ok, reason, vars, log }: TriedWebhook): { script: string } | { reason: string } {
  if (!ok) return { reason: reason ?? "effect_failed" };
  const mapped = vars["script"];
  if (mapped === undefined && /^text\/html\b/i.test(log.answerHeaders["content-type"] ?? ""))
    return { reason: "script_html" };
  const script = (mapped ?? scriptOf(log.answerBody)).trim();
  return script === "" ? { reason: "script_missing" } : { script: script.slice(0, longestScript) };
}

function scriptOf(body: string): string {
  try {
    const answer: unknown = JSON.parse(body);
    if (typeof answer === "string") return answer;
    const { script } = (answer ?? {}) as { script?: unknown };
    return typeof script === "string" ? script : "";
  } catch {
    return body;
  }
}
