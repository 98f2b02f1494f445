import type { CarrierWire } from "../carrierCases.ts";
import { openTwilioCarrier } from "../twilio/twilioCarrier.ts";
import { readInbound, readStatus } from "../twilio/webhooks.ts";
import { answerOf, httpWire } from "./httpWire.ts";
import { wireText } from "./wireText.ts";

const refusal = (code: number) => answerOf(400, { code, message: "refused", status: 400 });

/** A provider with the Twilio API. */
export const twilioWire = (): Promise<CarrierWire> =>
  httpWire({
    open: (transport, clock) =>
      openTwilioCarrier({
        name: "twilio:c1",
        accountId: "a1",
        account: { baseUrl: "https://api.example", accountSid: "AC1", authToken: "secret" },
        problem: null,
        messagingServiceSid: "",
        perSecond: null,
        window: 100,
        demandsRegistration: false,
        statusCallbackOf: ({ messageId }) => `https://trunkline.example.com/status/${messageId}`,
        rcs: null,
        findNamed: async () => null,
        findDoubtful: async () => null,
        listNamed: async () => new Set(),
        transport,
        clock,
      }),
    textIn: ({ method, body }) =>
      method === "POST" ? (new URLSearchParams(body).get("StatusCallback")?.split("/").at(-1) ?? "") : null,
    answer: () => answerOf(200, { sid: "AC1", status: "active" }),
    accepted: (ref) => answerOf(201, { sid: ref }),
    refused: {
      carrier_invalid_number: refusal(21211),
      carrier_landline: refusal(30006),
      carrier_opted_out: refusal(21610),
      carrier_blocked: refusal(30004),
      carrier_filtered: refusal(30007),
      carrier_daily_cap: refusal(30027),
      carrier_unregistered: refusal(30034),
      carrier_content: refusal(21617),
      carrier_account: refusal(21606),
      carrier_unreachable: refusal(21612),
      carrier_rejected: refusal(29999),
    },
    throttled: answerOf(429, { code: 20429 }, { "retry-after": "2" }),
    text: wireText,
    readReport(event, { ref }) {
      const fields = { MessageSid: ref, MessageStatus: event, ...(event === "undelivered" && { ErrorCode: "30006" }) };
      const read = readStatus(new URLSearchParams(fields));
      return read && { names: read.carrierRef, status: read.status, failure: read.failure };
    },
    readText: (from, to, text) =>
      readInbound(new URLSearchParams({ MessageSid: "in-1", From: from, To: to, Body: text, NumMedia: "0" })),
  });
