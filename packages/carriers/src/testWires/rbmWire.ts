import { generateKeyPairSync } from "node:crypto";
import type { CarrierWire } from "../carrierCases.ts";
import { openRbmCarrier } from "../rbm/rbmCarrier.ts";
import { readNotice } from "../rbm/webhooks.ts";
import { answerOf, httpWire } from "./httpWire.ts";
import { wireText } from "./wireText.ts";

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const serviceAccount = JSON.stringify({
  client_email: "rbm@shop.iam.gserviceaccount.com",
  private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
  token_uri: "https://oauth2.example/token",
});
const rcs = { agentId: "the_shop", type: "text", text: "Hello", mediaUrl: null, cards: [], suggestions: [] } as const;
const events = { sent: "IS_TYPING", delivered: "DELIVERED", undelivered: "TTL_EXPIRATION_REVOKED" } as const;
let nextPhone = 1_000;
const noticeOf = (fields: object) =>
  readNotice(new TextEncoder().encode(JSON.stringify({ agentId: "shop_agent", ...fields })))?.event ?? null;

/** Google RCS. Its number is unknown: a phone writes to the agent. */
export async function rbmWire(): Promise<CarrierWire> {
  const wire = await httpWire({
    open: (transport, clock) =>
      openRbmCarrier({
        name: "rbm:c1",
        accountId: "a1",
        agent: { baseUrl: "https://google.example", agentId: "shop_agent" },
        serviceAccount,
        problem: null,
        trafficType: "",
        ttlSeconds: 86_400,
        perSecond: null,
        window: 100,
        findNamed: async () => null,
        findSent: async () => null,
        transport,
        clock,
      }),
    textIn: ({ url }) => (url.includes("/agentMessages") ? (new URL(url).searchParams.get("messageId") ?? "") : null),
    answer: ({ url }) =>
      url.includes("/token")
        ? answerOf(200, { access_token: "t1", expires_in: 3_600 })
        : answerOf(200, { features: ["RICHCARD_STANDALONE"] }),
    accepted: () => answerOf(200, {}),
    refused: {
      carrier_no_rcs: answerOf(404, {}),
      carrier_account: answerOf(403, {}),
      carrier_no_feature: answerOf(400, {}),
      carrier_content: answerOf(400, { error: { details: [{ fieldViolations: [{ field: "text" }] }] } }),
      carrier_rejected: answerOf(418, {}),
    },
    throttled: answerOf(429, {}, { "retry-after": "2" }),
    // what a phone can show is remembered
    text: () => ({ ...wireText(`+1303555${nextPhone++}`), rcs }),
    readReport(event, { text }) {
      const read = noticeOf({ senderPhoneNumber: text.to, eventType: events[event], messageId: text.messageId });
      if (read?.kind !== "receipt") return null;
      return {
        names: read.messageId,
        status: read.status,
        failure: read.status === "expired" ? "carrier_revoked" : null,
      };
    },
    readText(from, to, text) {
      const read = noticeOf({ senderPhoneNumber: from, messageId: "in-1", text });
      return read?.kind === "inbound" ? { from: read.phone, to, text: read.text, optOut: read.optOut } : null;
    },
    knowsIds: true,
  });
  // the first sign-in takes longer than one turn
  while (wire.carrier.room === 0) await new Promise(setImmediate);
  return wire;
}
