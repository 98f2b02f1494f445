import { describe, expect, it } from "vitest";
import {
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  runBatch,
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { subscribe } from "../../../test/listener.ts";
import { receiveMessages } from "../../inbound/receiveMessages.ts";
import { importFile } from "../../jobs/contacts/importContacts.ts";
import { advanceJourneys } from "../../jobs/journeys/advanceJourneys.ts";
import { enrolBatch } from "../../jobs/runs/enrolBatch.ts";
import { JourneyWorlds } from "../../world/journeyWorld.ts";

// Spec 2 §3.6: contacts that are added, changed or unarchived are published, whatever the cause. The delivery is tested by
// webhookEvent.test.ts. This file tests what is queued in the transaction of the change.

const db = await freshDatabase({ connections: 6 });
const nowhere = { url: "https://hooks.example" };

async function listening(): Promise<EngineWorld> {
  const world = await makeWorld(db);
  for (const type of ["contact_add", "contact_edit", "contact_unarchive"]) await subscribe(db, world, type, nowhere);
  return world;
}

/** The queued events: event type, source, and the contact's current phone, in the order of phones. */
const queued = (world: EngineWorld) =>
  db.tx([world.account], (q) =>
    q.rows<{ type: string; source: string; phone: string | null; email: string | null }>(
      `select e.payload->>'eventType' type, e.payload->'data'->>'source' source, c.phone, c.email
       from effect e join contact c on c.account_id = e.account_id and c.contact_id = e.contact_id
         and c.contact_id::text = e.payload->'data'->>'contactid'
       where e.account_id = $1 and e.kind = 'deliverEvent' order by c.phone, c.email, type`,
      [world.account],
    ),
  );
const importRows = (world: EngineWorld, text: string) =>
  importFile(
    db,
    world.account,
    (async function* () {
      yield text;
    })(),
  );
const csv = "phone,firstName,email\n+12125550100,Ann,\n+12125550101,Bob,\n,Carl,carl@example.com\n";

describe("events of contacts (spec 2 §3.6)", () => {
  it("contact_add for each that an import makes, and nothing when the same file comes again", async () => {
    const world = await listening();
    expect(await importRows(world, csv)).toMatchObject({ imported: 3 });
    const added = [
      { type: "contact_add", source: "import", phone: "+12125550100", email: null },
      { type: "contact_add", source: "import", phone: "+12125550101", email: null },
      { type: "contact_add", source: "import", phone: null, email: "carl@example.com" },
    ];
    expect(await queued(world)).toEqual(added);
    expect(await importRows(world, csv)).toMatchObject({ imported: 0, updated: 3 });
    expect(await queued(world)).toEqual(added);
  });

  it("contact_edit and contact_unarchive for those that an import changes and brings back", async () => {
    const world = await makeWorld(db);
    await importRows(world, csv);
    await db.tx([world.account], (q) =>
      q.run("update contact set archived = now() where account_id = $1 and phone = '+12125550101'", [world.account]),
    );
    for (const type of ["contact_add", "contact_edit", "contact_unarchive"]) await subscribe(db, world, type, nowhere);
    const changed = csv.replace("Ann", "Anna").replace("Carl", "Karl");
    expect(await importRows(world, changed)).toMatchObject({ updated: 3 });
    expect(await queued(world)).toEqual([
      { type: "contact_edit", source: "import", phone: "+12125550100", email: null },
      { type: "contact_unarchive", source: "import", phone: "+12125550101", email: null },
      { type: "contact_edit", source: "import", phone: null, email: "carl@example.com" },
    ]);
  });

  it("contact_edit for those that an Edit Contact node changes, and not for those who have the value already", async () => {
    const world = await listening();
    const contacts = await makeContacts(db, world, handsets(2));
    await db.tx([world.account], (q) =>
      q.run("update contact set city = 'Denver' where account_id = $1 and contact_id = $2", [
        world.account,
        contacts[0],
      ]),
    );
    const assignments = [{ mode: "assignFixed", variable: "city", value: "Denver" }];
    const campaign = await makeCampaign(db, world, [
      { id: 1, type: "start", children: [2] },
      { id: 2, type: "editContact", children: [3], assignments },
      { id: 3, type: "control", children: [] },
    ]);
    const batchId = await runBatch(db, world, campaign, contacts);
    await enrolBatch(db, world.account, batchId, 1);
    const lane = { accountId: world.account, batchId, ...campaign, ignoresWindow: false, class: 2, quota: 10 };
    await advanceJourneys(db, [lane], { slot: 1, worlds: new JourneyWorlds() });
    expect(await queued(world)).toEqual([{ type: "contact_edit", source: "node", phone: handsets(2)[1], email: null }]);
  });

  it("contact_add once for a contact's first text", async () => {
    const world = await listening();
    const text = (carrierRef: string) => ({
      from: "+13035551234",
      to: world.number,
      text: "Hello",
      mediaUrl: null,
      carrier: "simulated",
      carrierRef,
    });
    await receiveMessages(db, [text("1"), text("2")], 1);
    await receiveMessages(db, [text("3")], 1);
    expect(await queued(world)).toEqual([{ type: "contact_add", source: "text", phone: "+13035551234", email: null }]);
  });
});
