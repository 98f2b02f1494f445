import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";

/** The webhooks that a provider with the Twilio API calls, below the public address. The account is in them because a request has no other sign of it. */
export const twilioPaths = {
  status: "/carriers/twilio/:accountId/:connectionId/status/:messageId",
  messages: "/carriers/twilio/:accountId/:connectionId/messages",
};

/** A path with its ids. */
export const fillPath = (path: string, ids: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(ownValue(ids, name) ?? ""));
