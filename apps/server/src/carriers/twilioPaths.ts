import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";

/** The webhooks that a provider with the Twilio API calls, below the public address. The account is in them because a request has no other sign of it. */
export const twilioPaths = {
  status: "/carriers/twilio/:accountId/:connectionId/status/:messageId",
  messages: "/carriers/twilio/:accountId/:connectionId/messages",
  /** An inbound call, and its statuses. */
  calls: "/carriers/twilio/:accountId/:connectionId/calls",
  callStatuses: "/carriers/twilio/:accountId/:connectionId/calls/status",
  /** The next document of a call. */
  document: "/carriers/twilio/:accountId/:connectionId/calls/:callId",
  callStatus: "/carriers/twilio/:accountId/:connectionId/calls/:callId/status",
  recording: "/carriers/twilio/:accountId/:connectionId/calls/:callId/recording",
  dialled: "/carriers/twilio/:accountId/:connectionId/calls/:callId/dialled",
  room: "/carriers/twilio/:accountId/:connectionId/calls/:callId/room",
  /** The phone of a user who takes the call. */
  user: "/carriers/twilio/:accountId/:connectionId/calls/:callId/user",
  userStatus: "/carriers/twilio/:accountId/:connectionId/calls/:callId/user/status",
  music: "/carriers/twilio/:accountId/:connectionId/calls/:callId/music",
};

/** A sound that announces that the line listens. */
export const beepPath = "/carriers/twilio/beep.wav";

/** A path with its ids. */
export const fillPath = (path: string, ids: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(ownValue(ids, name) ?? ""));
