import { describe, expect, it } from "vitest";
import { ask, makeCampaign, makeContacts, runBatch, statusOf, until } from "../../test/engineWorld.ts";
import { ownProvider, type ProviderWorld } from "../../test/ownProvider.ts";

const own = await ownProvider();
const { db, startOne, makeProviderWorld } = own;
const phone = "+12025550111";

/** A run of one contact through a Carrier Lookup node; its variables. */
async function lookUp(
  world: ProviderWorld,
  parts: Parameters<typeof startOne>[0] = {},
): Promise<Record<string, string>> {
  await db.tx([world.account], (q) =>
    q.run(`update account set settings = settings || '{"carrierLookup": "service"}' where account_id = $1`, [
      world.account,
    ]),
  );
  const campaign = await makeCampaign(db, world, [
    { id: 1, type: "start", children: [2] },
    { id: 2, type: "carrierLookup", children: [3] },
    { id: 3, type: "control", children: [] },
  ]);
  const batch = await runBatch(db, world, campaign, await makeContacts(db, world, [phone]));
  startOne(parts);
  await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
  const [journey] = await ask<{ vars: Record<string, string> }>(
    db,
    world,
    "select vars from journey where account_id = $1",
  );
  return journey?.vars ?? {};
}
const reasons = async (world: ProviderWorld) =>
  (await ask<{ because: string | null }>(db, world, "select because from step where account_id = $1 and node = 2")).map(
    ({ because }) => because,
  );

describe("Carrier Lookup through the account's connection (docs/carriers.md)", () => {
  it("asks the provider with the account of the connection", async () => {
    const world = await makeProviderWorld({ lookupUrl: own.provider.baseUrl });
    own.provider.lines.set(phone, { carrier_name: "Verizon", type: "mobile" });
    expect(await lookUp(world)).toMatchObject({
      "phonenumber1.company": "Verizon",
      "phonenumber1.wireless": "true",
      "phonenumber1.type": "mobile",
    });
    expect(own.provider.mistakes).toEqual([]);
  });

  it("says on the step that the provider refuses the account", async () => {
    const world = await makeProviderWorld({ lookupUrl: own.provider.baseUrl }, "another token");
    const vars = await lookUp(world);
    expect(vars["phonenumber1.company"]).toBeUndefined();
    expect(await reasons(world)).toContain("the carrier refused the account");
  });

  it("is not asked of a provider without a look-up address, and the step says that no service is set up", async () => {
    const world = await makeProviderWorld();
    await lookUp(world);
    expect(await reasons(world)).toContain("no lookup service is set up");
  });

  it("is the operator's service where no connection has one", async () => {
    const world = await makeProviderWorld();
    own.provider.lines.set(phone, { carrier_name: "Sprint", type: "mobile" });
    const { baseUrl, accountSid: sid, authToken: token } = own.provider;
    expect(await lookUp(world, { lookup: { baseUrl, sid, token } })).toMatchObject({
      "phonenumber1.company": "Sprint",
    });
  });

  it("of several connections asks one that has a look-up address", async () => {
    const world = await makeProviderWorld();
    await own.connectAlso(world, { lookupUrl: own.provider.baseUrl });
    own.provider.lines.set(phone, { carrier_name: "Verizon", type: "mobile" });
    expect(await lookUp(world)).toMatchObject({ "phonenumber1.company": "Verizon" });
  });

  it("is refused to an address of this network", async () => {
    const world = await makeProviderWorld({ lookupUrl: "https://10.0.0.1" });
    await lookUp(world);
    expect(await reasons(world)).toContain("the carrier could not be reached");
  });
});
