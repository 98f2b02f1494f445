import type { CallPlaceOfTelnyx } from "@trunkline/carriers/telnyx/callCommands.ts";
import { moveTelnyxLine } from "@trunkline/carriers/telnyx/line/moveTelnyxLine.ts";
import type { TelnyxInput, TelnyxLine } from "@trunkline/carriers/telnyx/line/telnyxLine.ts";
import type { VerbPlace } from "@trunkline/carriers/telnyx/lineVerbs.ts";
import { nearestVoice, voiceName } from "@trunkline/carriers/telnyx/voiceName.ts";
import { voiceOf } from "@trunkline/workflow/voice/voices.ts";
import { ringTonePath, telnyxPaths } from "../carriers/telnyxPaths.ts";
import { beepPath, fillPath } from "../carriers/twilioPaths.ts";
import type { ProviderCallKey } from "../store/calls/providerCall.ts";
import type { CallWorld } from "./callWorld.ts";
import { providerLines } from "./providerLines.ts";

/** The lines of calls at Telnyx. */
export const telnyxLines = providerLines<TelnyxLine, TelnyxInput>({
  hasEnded: ({ waits }) => waits.for === "nothing",
  speaks: (voice) => voiceName(voice) !== null,
  ringsUsers: true,
  consults: false,
  move(row, line, input, world) {
    const { orders, fetches, rings, alarms, ...moved } = moveTelnyxLine(line, input, Date.now(), placeOf(row, world));
    return {
      ...moved,
      tasks: [
        ...orders.map((request) => ({ kind: "order" as const, request })),
        ...fetches.map((request) => ({ kind: "recording" as const, request })),
        ...(rings === null ? [] : [{ kind: "ringUser" as const, request: rings }]),
        ...alarms.map(({ step, afterMs }) => ({ kind: "late" as const, request: { step }, delayMs: afterMs })),
      ],
    };
  },
});

const placeOf = ({ accountId, callId }: ProviderCallKey, { publicUrl }: CallWorld): VerbPlace => ({
  voiceOf: (key) => nearestVoice(voiceOf(key)),
  languageOf: (key) => voiceOf(key).language,
  roomName: (name) => `room-${accountId}-${name}`,
  queueRoom: `queue-${callId}`,
  beep: publicUrl + beepPath,
  ringTone: publicUrl + ringTonePath,
});

/** Where a call is placed, and where its events go. */
export const telnyxPlaceOf = (
  { accountId, connectionId, callId }: ProviderCallKey,
  applicationId: string,
  { publicUrl }: Pick<CallWorld, "publicUrl">,
): CallPlaceOfTelnyx => ({
  applicationId,
  callId,
  webhookUrl: publicUrl + fillPath(telnyxPaths.call, { accountId, connectionId, callId }),
});
