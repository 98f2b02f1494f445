import { isSip } from "../parts/phone/dialTarget.ts";
import type { CallPlan, Dial, Instruction, Prompt } from "./script.ts";

/** What a key can do (spec 2 §3.3). */
export const dtmfActionNames = [
  "play",
  "say",
  "workflow",
  "dnc",
  "transferCaller",
  "voicemailSay",
  "voicemailPlay",
  "transfer",
] as const;
export type DtmfActionName = (typeof dtmfActionNames)[number];

/** A key with its action, variables filled in. `number` 10 is the `*` key. */
export interface DtmfAction {
  number: number;
  action: DtmfActionName;
  actionContext: string;
}

/** The key of a stored number: 10 is `*` (spec 2 §3.3). */
export const keyOfNumber = (number: number): string => (number === 10 ? "*" : String(number));

/** Ringing time: 60 seconds, no redial (readings, Voice). */
const ringSeconds = 60;

/** A transfer to a number or SIP phone, with your own number or the contact's as caller ID. */
export const transferTo = (to: string, callerId: "own" | "contact"): Instruction => ({
  do: "dial",
  ...dialTo(to, callerId),
});

const dialTo = (to: string, callerId: "own" | "contact"): Dial => ({
  targets: [isSip(to) ? { to: "sip", address: to.trim() } : { to: "number", number: to.trim() }],
  ring: "all",
  callerId,
  timeoutSeconds: ringSeconds,
  limitSeconds: 14_400,
});

/** Voicemail limits of telecom §8: ten seconds of silence, three minutes, # or hanging up. */
const voicemail: Instruction = {
  do: "record",
  voicemail: true,
  maxSeconds: 180,
  silenceSeconds: 10,
  finishOnKey: "#",
  beep: true,
  format: "wav",
};

/** The instructions of a key. After speaking or enrolling, the call waits for the next key. An opt-out ends the call at once, as required by law for automated calls. */
function keyScript({ action, actionContext }: DtmfAction, voice: string | undefined): Instruction[] {
  const said: Prompt = { do: "say", text: actionContext, ...(voice !== undefined && { voice }) };
  const played: Prompt = { do: "play", url: actionContext };
  const listen: Instruction = { do: "goTo", label: "listen" };
  switch (action) {
    case "say":
      return [said, listen];
    case "play":
      return [played, listen];
    case "workflow":
      return [{ do: "enrol", campaignId: actionContext }, listen];
    case "dnc":
      return [{ do: "stopCalls" }, { do: "hangUp" }];
    case "transfer":
      return [transferTo(actionContext, "own"), { do: "hangUp" }];
    case "transferCaller":
      return [transferTo(actionContext, "contact"), { do: "hangUp" }];
    case "voicemailSay":
      return [said, voicemail, { do: "hangUp" }];
    case "voicemailPlay":
      return [played, voicemail, { do: "hangUp" }];
  }
}

/** A message with keys that can be pressed during it and for some seconds after it. */
export function keyMenu(
  message: Prompt,
  actions: readonly DtmfAction[],
  timeoutSeconds: number,
  voice: string | undefined,
): Pick<CallPlan, "human" | "labels"> {
  if (actions.length === 0) return { human: [message, { do: "hangUp" }] };
  const listen: Instruction = { do: "goTo", label: "listen" };
  const keys = Object.fromEntries(
    actions.map((action): [string, Instruction[]] => [keyOfNumber(action.number), keyScript(action, voice)]),
  );
  const gather = (prompts: readonly Prompt[]): Instruction => ({
    do: "gather",
    prompts,
    timeoutSeconds,
    finishOnKey: "",
    numDigits: 1,
    // a key without an action is ignored
    next: { by: "keys", keys, other: [listen] },
  });
  return { human: [gather([message]), { do: "hangUp" }], labels: { listen: [gather([]), { do: "hangUp" }] } };
}
