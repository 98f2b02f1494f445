import type { OutgoingRcs, OutgoingText, SendResult, WireAnswer, WireRequest } from "../carrier.ts";
import { convertContent, type TwilioContent } from "./content.ts";
import { formOf, headersOf, readObject, readSend, type TwilioAccount } from "./messages.ts";

/** The content templates that an account already has at the provider, by what they say. */
export interface ContentStore {
  /** The provider's id of a template. Null: there is none yet. */
  find(key: string): Promise<string | null>;
  save(key: string, contentSid: string): Promise<void>;
  /** The provider no longer has it. */
  forget(key: string): Promise<void>;
}

/** What RCS messages are sent with. */
export interface TwilioRcs {
  /** The RCS sender at the provider, without `rcs:`. */
  sender: string;
  /** Where content templates are created, without a slash at its end. */
  contentUrl: string;
  contents: ContentStore;
  /** The template of a message, as it is now. Null: it is gone. */
  findTemplate(templateKey: string): Promise<Omit<OutgoingRcs, "agentId"> | null>;
}

/** The longest time that the provider keeps a message which it cannot deliver. */
const longestValiditySeconds = 36_000;
/** The provider's code for a template that it does not have. */
const unknownContent = "21655";

const refused = (failure: Extract<SendResult, { outcome: "refused" }>["failure"], code: string | null): SendResult => ({
  outcome: "refused",
  failure,
  code,
});

/** A template at the provider, or why there is none. */
type Created = { sid: string } | { answer?: WireAnswer; result: SendResult };

/** Sends RCS messages by content templates, which are created at the provider when they are first used. */
export class RcsSender {
  private readonly rcs: TwilioRcs;
  private readonly account: TwilioAccount;
  private readonly transport: (request: WireRequest) => Promise<WireAnswer>;
  /** Templates that are being looked for or created. */
  private readonly creating = new Map<string, Promise<Created>>();

  constructor(rcs: TwilioRcs, account: TwilioAccount, transport: (request: WireRequest) => Promise<WireAnswer>) {
    this.rcs = rcs;
    this.account = account;
    this.transport = transport;
  }

  /** Sends one message. `answer`: the provider's last one, if it was asked. Never throws. */
  async send(text: OutgoingText, statusCallback: string): Promise<{ result: SendResult; answer?: WireAnswer }> {
    const prepared = await this.prepare(text).catch(() => null);
    // our own database failed before anything was sent
    if (prepared === null) return { result: refused("carrier_unavailable", null) };
    if ("result" in prepared) return prepared;
    const { key, sid, content } = prepared;
    const answer = await this.transport(this.buildSend(text, statusCallback, sid, content));
    const result = readSend(answer);
    if (result.outcome !== "refused" || result.code !== unknownContent) return { result, answer };
    // it was deleted there: the next try creates it again
    await this.rcs.contents.forget(key).catch(() => {});
    return { result: refused("carrier_unavailable", result.code), answer };
  }

  /** Finds or creates the template of a message. */
  private async prepare({
    rcs,
  }: OutgoingText): Promise<
    { key: string; sid: string; content: TwilioContent } | { result: SendResult; answer?: WireAnswer }
  > {
    if (!rcs) return { result: refused("carrier_content", null) };
    const template = rcs.templateKey === undefined ? null : await this.rcs.findTemplate(rcs.templateKey);
    const content = convertContent(rcs, template);
    if ("failure" in content) return { result: refused(content.failure, content.problem) };
    const key = await keyOf(content);
    const created = await this.contentOf(key, content, rcs.templateKey ?? "message");
    return "result" in created ? created : { key, sid: created.sid, content };
  }

  /** `rcs:` in both addresses turns the provider's own fallback to a text off: the workflow decides what follows. */
  private buildSend(text: OutgoingText, statusCallback: string, sid: string, { values }: TwilioContent): WireRequest {
    const { revokeAfterSeconds } = text;
    return formOf(this.account, "/Messages", [
      ["To", `rcs:${text.to}`],
      ["From", `rcs:${this.rcs.sender}`],
      ["ContentSid", sid],
      ...(Object.keys(values).length > 0 ? [["ContentVariables", JSON.stringify(values)] as const] : []),
      ["StatusCallback", statusCallback],
      ...(revokeAfterSeconds == null
        ? []
        : [["ValidityPeriod", String(Math.min(revokeAfterSeconds, longestValiditySeconds))] as const]),
    ]);
  }

  /** The provider's id of a template, which is created once, however many messages need it at the same time. */
  private contentOf(key: string, content: TwilioContent, name: string): Promise<Created> {
    const under =
      this.creating.get(key) ?? this.findOrCreate(key, content, name).finally(() => this.creating.delete(key));
    this.creating.set(key, under);
    return under;
  }

  private async findOrCreate(key: string, content: TwilioContent, name: string): Promise<Created> {
    const known = await this.rcs.contents.find(key);
    return known === null ? this.create(key, content, name) : { sid: known };
  }

  private async create(key: string, { types, values }: TwilioContent, name: string): Promise<Created> {
    const answer = await this.transport({
      method: "POST",
      url: `${this.rcs.contentUrl}/v1/Content`,
      headers: { ...headersOf(this.account), "content-type": "application/json" },
      body: JSON.stringify({
        friendly_name: `${name} ${key.slice(0, 12)}`,
        language: "en",
        // samples, which say nothing of a contact
        variables: Object.fromEntries(Object.keys(values).map((place) => [place, "sample"])),
        types,
      }),
    });
    const read = readSend(answer);
    if (read.outcome === "accepted") {
      await this.rcs.contents.save(key, read.carrierRef);
      return { sid: read.carrierRef };
    }
    // nothing was sent to the contact yet, so that a creation whose answer was lost can be repeated
    if (read.outcome === "in_doubt") return { answer, result: refused("carrier_unavailable", null) };
    // templates have an address of their own, which says nothing about the others
    if ("broken" in answer) return { result: read };
    if (read.failure !== "carrier_rejected") return { answer, result: read };
    const words = readObject(answer.body)?.["message"];
    return { answer, result: refused("carrier_content", typeof words === "string" ? words : read.code) };
  }
}

/** Templates that say the same have the same key. */
async function keyOf({ types }: TwilioContent): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(types)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
