/** The webhooks that Telnyx calls, below the public address. The account is in them because a request has no other sign of it. */
export const telnyxPaths = {
  status: "/carriers/telnyx/:accountId/:connectionId/status/:messageId",
  messages: "/carriers/telnyx/:accountId/:connectionId/messages",
  /** An inbound call. */
  calls: "/carriers/telnyx/:accountId/:connectionId/calls",
  /** A call, and the phones that it rings. */
  call: "/carriers/telnyx/:accountId/:connectionId/calls/:callId",
};

/** A sound for callers while another phone rings. */
export const ringTonePath = "/carriers/telnyx/ring.wav";
