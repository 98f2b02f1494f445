import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import {
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  quickWorker,
  runBatch,
  statusOf,
  until,
} from "../../test/engineWorld.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { startReceiver } from "../../test/receiver.ts";
import { makeWebhook, sealed, webhookFlow } from "../../test/sealedWebhook.ts";
import { makeCallWebhook } from "../effects/callWebhook.ts";
import { openEgress } from "../egress/egress.ts";
import { rewrapSecrets } from "../program/rewrapSecrets.ts";
import { repaceBatch } from "../store/runs/batch.ts";
import { openSecrets, type Secrets } from "./secrets.ts";

const db = await freshDatabase({ connections: 12 });
const receiver = await startReceiver();
const begin = (secrets: Secrets) =>
  quickWorker(db, {
    secrets,
    egress: openEgress({ allow: [receiver.allow] }),
    performers: [makeCallWebhook(10_000)],
  });

it("webhooks of a run keep their secrets while the master key is rotated", async () => {
  const [first, second] = [randomBytes(32), randomBytes(32)];
  const [old, both, alone] = [openSecrets(first), openSecrets(second, [first]), openSecrets(second)];
  const world = await makeWorld(db);
  const callbackId = await makeWebhook(db, world, { secrets: old, url: receiver.url });
  const campaign = await makeCampaign(db, world, webhookFlow(callbackId));
  const people = 40;
  const contacts = await makeContacts(db, world, handsets(people + 1));
  const isDone = (batch: string) => async () => (await statusOf(db, world, batch)) === "done";

  const during = begin(both);
  // most of it is still to come, however long the rewrap takes
  const batch = await runBatch(db, world, campaign, contacts.slice(0, people), 500);
  await until("some were called", async () => receiver.received.length >= 5);
  expect(await rewrapSecrets(db, both)).toBe(2);
  expect(receiver.received.length).toBeLessThan(people);
  await db.tx([world.account], (q) => repaceBatch(q, world.account, batch, -1));
  await until("the run is done", isDone(batch));
  await during.stop();

  const after = begin(alone);
  const last = await runBatch(db, world, campaign, contacts.slice(people));
  await until("the last one is called", isDone(last));
  await after.stop();
  expect(receiver.received.map(({ headers }) => headers.authorization)).toEqual(
    Array(people + 1).fill(sealed.authorization),
  );
});
