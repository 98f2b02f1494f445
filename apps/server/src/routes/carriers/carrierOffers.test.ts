import { describe, expect, it } from "vitest";
import { ownProvider, type ProviderWorld } from "../../../test/ownProvider.ts";

// Telecom §1.3: numbers of a provider's account are searched, bought and released through it.

const own = await ownProvider();
const { server, makeProviderWorld, publicUrl } = own;

const webhookOf = (world: ProviderWorld) =>
  `${publicUrl}/carriers/twilio/${world.account}/${world.connection}/messages`;

async function makeCaller() {
  const world = await makeProviderWorld();
  const key = await server.key(world.account, "owner");
  const url = `/v4/carrier/${world.connection}`;
  const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    server.call(method, path, { as: { key }, ...(body && { body }), headers });
  return {
    world,
    call,
    search: (query = "") => call("GET", `${url}/offer/?${query}`),
    buy: (phone: string, headers?: Record<string, string>) => call("POST", `${url}/offer/`, { phone }, headers),
    release: (phone: string) => call("DELETE", `${url}/number/${encodeURIComponent(phone)}/`),
    numbers: async () => (await call("GET", "/v4/number/")).body.payload.map(({ phone }) => String(phone)),
  };
}

let nth = 0;
const fresh = (): string => `+1206235${String(2_000 + nth++)}`;
const messageOf = ({ status, body }: { status: number; body: { error: { message: string }[] } }) => [
  status,
  body.error[0]?.message,
];

describe("numbers that a provider sells", () => {
  it("are found with their place and what they can do", async () => {
    const { search } = await makeCaller();
    own.provider.offer("+12062352900");
    own.provider.offer("+14252352901", { locality: "", address_requirements: "any" });
    expect((await search()).body.payload).toEqual([
      { phone: "+12062352900", place: "Seattle, WA", texts: true, pictures: false, calls: true, needsAddress: false },
      { phone: "+14252352901", place: "WA", texts: true, pictures: false, calls: true, needsAddress: true },
    ]);
    expect(own.provider.mistakes).toEqual([]);
  });

  it.each([
    ["areaCode=425", ["+14252352901"]],
    ["contains=29*2", ["+12062352902"]],
    ["pictures=true", ["+12062352902"]],
    ["texts=true&calls=true&areaCode=206", ["+12062352900", "+12062352902"]],
    // the provider has none of this type or country
    ["type=mobile", []],
    ["country=DE", []],
  ])("are narrowed by %s", async (query, phones) => {
    const { search } = await makeCaller();
    own.provider.offer("+12062352900");
    own.provider.offer("+14252352901");
    own.provider.offer("+12062352902", { capabilities: { voice: true, sms: true, mms: true } });
    expect((await search(query)).body.payload.map(({ phone }) => phone)).toEqual(phones);
    expect(own.provider.mistakes).toEqual([]);
  });

  it.each([
    ["country=usa", "Country must be two capital letters, such as US"],
    ["areaCode=12", "Area code must be three digits"],
    ["contains=1", "Contains must be 2 to 16 digits, letters or *"],
  ])("are not searched by %s", async (query, words) => {
    const { search } = await makeCaller();
    expect(messageOf(await search(query))).toEqual([400, words]);
  });

  it("are bought with their webhook set and added here", async () => {
    const { world, buy, numbers } = await makeCaller();
    const phone = fresh();
    own.provider.offer(phone);
    expect(await buy(phone)).toMatchObject({
      status: 200,
      body: { payload: [{ phone, owner: "added", webhook: "here" }] },
    });
    expect(own.provider.numbers).toMatchObject([
      { phone_number: phone, sms_url: webhookOf(world), sms_method: "POST" },
    ]);
    expect(await numbers()).toContain(phone);
    const audit = await own.db.tx([world.account], (q) =>
      q.rows("select action, data from audit where target = $1", [phone]),
    );
    expect(audit).toMatchObject([{ action: "number.take", data: { bought: true } }]);
    expect(own.provider.mistakes).toEqual([]);
  });

  it("are not bought again by a request that is repeated with its key", async () => {
    const { buy } = await makeCaller();
    const phone = fresh();
    own.provider.offer(phone);
    const headers = { "idempotency-key": "buy-once" };
    const first = await buy(phone, headers);
    expect(await buy(phone, headers)).toMatchObject({ status: 200, body: first.body });
    expect(own.provider.numbers).toHaveLength(1);
  });

  it("count as bought when the provider sold them and failed to say so", async () => {
    const { buy, numbers } = await makeCaller();
    const phone = fresh();
    own.provider.offer(phone);
    own.provider.sells = "doneAndFail";
    expect((await buy(phone)).status).toBe(200);
    expect(await numbers()).toContain(phone);
  });

  it("are not added while the provider does not have the purchase", async () => {
    const { buy, numbers } = await makeCaller();
    const phone = fresh();
    own.provider.offer(phone);
    own.provider.sells = "fail";
    expect(messageOf(await buy(phone))).toEqual([
      409,
      `The provider did not confirm the purchase of ${phone}. Check the numbers of the connection before you buy again`,
    ]);
    expect(await numbers()).not.toContain(phone);
  });

  it("are refused with the provider's reason", async () => {
    const { buy } = await makeCaller();
    const [gone, strict] = [fresh(), fresh()];
    own.provider.offer(strict, { address_requirements: "local" });
    expect(messageOf(await buy(gone))).toEqual([
      409,
      `${gone} was not bought: the provider answered HTTP 400: ${gone} is not available (error 21422)`,
    ]);
    expect(messageOf(await buy(strict))).toEqual([
      409,
      `${strict} was not bought: the provider answered HTTP 400: Phone Number Requires an Address (error 21631)`,
    ]);
  });

  it("that the account has already are not bought", async () => {
    const { buy } = await makeCaller();
    const phone = fresh();
    own.provider.own(phone);
    expect(messageOf(await buy(phone))).toEqual([
      409,
      `The account at the provider already has ${phone}. Add it from its list`,
    ]);
  });
});

describe("the release of a number at its provider", () => {
  it("removes it there and here", async () => {
    const { buy, release, numbers } = await makeCaller();
    const phone = fresh();
    own.provider.offer(phone);
    await buy(phone);
    expect((await release(phone)).body.payload).toEqual([{ id: phone }]);
    expect(own.provider.numbers).toEqual([]);
    expect(await numbers()).not.toContain(phone);
    expect((await release(phone)).status).toBe(404);
    expect(own.provider.mistakes).toEqual([]);
  });

  it("is refused while a workflow sends from it, and nothing is released", async () => {
    const { world, buy, release, numbers, call } = await makeCaller();
    const phone = fresh();
    own.provider.offer(phone);
    await buy(phone);
    const [set] = (await call("POST", "/v4/numberset/", { name: "Busy", phoneNumbers: [phone] })).body.payload;
    await own.db.tx([world.account], (q) =>
      q.run(
        "insert into campaign (account_id, campaign_id, name, number_set_id) values ($1, trunkline_uuid7(), 'Nurture', $2)",
        [world.account, set?.["numberSetId"]],
      ),
    );
    expect(messageOf(await release(phone))).toEqual([
      409,
      `${phone} is in the number set "Busy", which the workflow "Nurture" sends from. Remove it from the set first`,
    ]);
    expect(own.provider.numbers).toHaveLength(1);
    expect(await numbers()).toContain(phone);
  });

  it("leaves numbers of another account here alone", async () => {
    const first = await makeCaller();
    const second = await makeCaller();
    const phone = fresh();
    own.provider.offer(phone);
    await first.buy(phone);
    expect(messageOf(await second.release(phone))).toEqual([409, `${phone} is used by another connection or account`]);
    expect(own.provider.numbers).toHaveLength(1);
  });
});
