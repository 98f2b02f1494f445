import fc from "fast-check";
import { expect, it } from "vitest";
import { makeWorld } from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { newId } from "../newId.ts";
import { insertMessages, messageClass, type OutgoingMessage } from "./queuedMessage.ts";

const db = await freshDatabase();
const { account } = await makeWorld(db);

const ids = Array.from({ length: 3 }, () => newId());
const idOrNull = fc.option(fc.constantFrom(...ids));
/** What neighbors have in common but for one value is what could be mistaken for the same. */
const mostly = <Value>(usual: Value, ...others: Value[]): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
const small = fc.integer({ min: 0, max: 9 });

/** Texts of a few runs, workflows, templates and carriers, in any order, some of them blocked. */
const someTexts = fc.array(
  fc.record<OutgoingMessage>({
    accountId: fc.constant(account),
    messageId: fc.constant("").map(() => newId()),
    contactId: idOrNull,
    campaignId: mostly<string | null>(ids[0] ?? null, ids[1] ?? null, null),
    batchId: mostly<string | null>(ids[0] ?? null, ids[1] ?? null, null),
    journeyId: idOrNull,
    node: fc.option(small),
    revision: fc.option(small),
    templateId: mostly(undefined, ...ids),
    from: fc.constantFrom("+12025550100", "+12025550101"),
    to: fc.constantFrom("+12065550100", "+12065550101"),
    text: fc.constantFrom("", "Hi", 'Say "yes", {you} \\ me', "null"),
    mediaUrl: fc.option(fc.constant("https://trunkline.example/a.png")),
    segments: small,
    encoding: mostly("GSM7", "UNICODE"),
    state: mostly<"queued" | "blocked">("queued", "blocked"),
    reason: mostly<string | null>(null, "opted_out", "quiet_hours"),
    costMicros: fc.integer({ min: 0, max: 3_000_000_000 }),
    carrier: mostly("simulated", "An SMSC, by {SMPP}"),
    openUntilMs: fc.option(fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 })),
    isAnswer: mostly(false, true),
  }),
  { minLength: 1, maxLength: 40 },
);

it("queues each text with its own values, whatever the others of the statement have in common", async () => {
  await fc.assert(
    fc.asyncProperty(someTexts, async (texts) => {
      const stored = await db.tx([account], async (q) => {
        await insertMessages(q, texts);
        return q.rows<OutgoingMessage & { class: number }>(
          `select account_id as "accountId", message_id as "messageId", contact_id as "contactId", campaign_id as "campaignId",
             batch_id as "batchId", journey_id as "journeyId", node, revision, template_id as "templateId", from_number as "from",
             to_number as "to", body as "text", media_url as "mediaUrl", segments, encoding, state, reason,
             cost_micros as "costMicros", carrier, extract(epoch from open_until)::float8 * 1000 as "openUntilMs", class
           from message where account_id = $1 and message_id = any ($2::uuid[]) order by message_id`,
          [account, texts.map(({ messageId }) => messageId)],
        );
      });
      const given = texts.map(({ isAnswer, templateId, batchId, ...text }) => ({
        ...text,
        batchId,
        templateId: templateId ?? null,
        class: isAnswer || batchId === null ? messageClass.answer : messageClass.other,
      }));
      expect(stored).toEqual(given.sort((one, other) => (one.messageId < other.messageId ? -1 : 1)));
    }),
    { numRuns: 60 },
  );
});
