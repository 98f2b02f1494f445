import type { CarrierWire } from "../carrierCases.ts";
import { openTelnyxCarrier } from "../telnyx/telnyxCarrier.ts";
import { readEvent, readInbound, readStatus } from "../telnyx/webhooks.ts";
import { answerOf, httpWire } from "./httpWire.ts";
import { wireText } from "./wireText.ts";

const refusal = (code: string, title = "") => answerOf(400, { errors: [{ code, title, detail: "" }] });
const events = { sent: "sent", delivered: "delivered", undelivered: "delivery_failed" } as const;
const eventOf = (type: string, payload: object) =>
  readEvent(JSON.stringify({ data: { event_type: type, payload } })) ?? { type: "", payload: {} };

/** Telnyx. */
export const telnyxWire = (): Promise<CarrierWire> =>
  httpWire({
    open: (transport, clock) =>
      openTelnyxCarrier({
        name: "telnyx:c1",
        accountId: "a1",
        account: { baseUrl: "https://api.example", apiKey: "KEY1" },
        messagingProfileId: "16fd2706-8baf-433b-82eb-8c7fada847da",
        problem: null,
        perSecond: null,
        window: 100,
        demandsRegistration: false,
        webhookOf: ({ messageId }) => `https://trunkline.example.com/status/${messageId}`,
        findNamed: async () => null,
        transport,
        clock,
      }),
    textIn: ({ method, body }) =>
      method === "POST" ? (String(JSON.parse(body).webhook_url).split("/").at(-1) ?? "") : null,
    answer: () => answerOf(200, { data: { record_type: "messaging_profile", enabled: true } }),
    accepted: (ref) => answerOf(200, { data: { id: ref } }),
    refused: {
      carrier_invalid_number: refusal("40310"),
      carrier_landline: refusal("40001"),
      carrier_opted_out: refusal("40300", "Blocked due to STOP message"),
      carrier_blocked: refusal("40315"),
      carrier_filtered: refusal("40322"),
      carrier_daily_cap: refusal("40016"),
      carrier_unregistered: refusal("40010"),
      carrier_content: refusal("40302"),
      carrier_account: refusal("40305"),
      carrier_no_pictures: refusal("40308"),
      carrier_unreachable: refusal("40008"),
      carrier_rejected: refusal("49999"),
    },
    throttled: answerOf(429, { errors: [{ code: "10011" }] }, { "x-ratelimit-reset": "2" }),
    text: wireText,
    readReport(event, { ref }) {
      const errors = event === "undelivered" ? [{ code: "40001", title: "Not routable" }] : [];
      const payload = { id: ref, to: [{ status: events[event] }], errors };
      const read = readStatus(eventOf(event === "sent" ? "message.sent" : "message.finalized", payload));
      return read && { names: read.carrierRef, status: read.status, failure: read.failure };
    },
    readText: (from, to, text) =>
      readInbound(
        eventOf("message.received", { id: "in-1", from: { phone_number: from }, to: [{ phone_number: to }], text }),
      ),
  });
