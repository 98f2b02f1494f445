/** The webhooks that Telnyx calls, below the public address. The account is in them because a request has no other sign of it. */
export const telnyxPaths = {
  status: "/carriers/telnyx/:accountId/:connectionId/status/:messageId",
  messages: "/carriers/telnyx/:accountId/:connectionId/messages",
};
