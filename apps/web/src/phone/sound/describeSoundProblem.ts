/** The microphone cannot be had. */
export const noMicrophone =
  "The microphone cannot be used. Connect one, allow it for this page in the browser's settings, and turn sound on again.";

const refused = "The provider refused this browser. An administrator can test the API key under Settings, Carriers.";
const unreachable =
  "The provider cannot be reached from this browser. Reload the page. If that does not help, the network may block wss://voice-js.roaming.twilio.com.";

/** Why calls have no sound, by the SDK's code. */
const words: readonly (readonly [isCode: (code: number) => boolean, words: string])[] = [
  [(code) => code === 31_401 || code === 31_402 || code === 31_208, noMicrophone],
  [(code) => (code >= 20_101 && code <= 20_107) || (code >= 31_201 && code <= 31_207), refused],
  [(code) => code === 31_005 || code === 31_009 || (code >= 53_000 && code < 53_500), unreachable],
];

/** What went wrong with the sound of calls, and what to do. */
export function describeSoundProblem(problem: unknown): string {
  const { code, message } = problem as { code?: unknown; message?: unknown };
  const known = typeof code === "number" ? words.find(([isCode]) => isCode(code)) : undefined;
  return known?.[1] ?? (typeof message === "string" && message !== "" ? message : unreachable);
}
