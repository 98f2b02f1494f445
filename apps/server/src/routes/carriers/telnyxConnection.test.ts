import { describe, expect, it } from "vitest";
import { ownTelnyx } from "../../../test/ownTelnyx.ts";

// Telecom §1.8: connections to Telnyx, and the numbers of its accounts.

const { place, makeTelnyxWorld } = await ownTelnyx();
const { server } = place;
const elsewhere = "https://other.example.com/sms";

async function makeCaller(settings: Parameters<typeof makeTelnyxWorld>[0] = { applicationId: "" }) {
  const world = await makeTelnyxWorld(settings);
  const key = await server.key(world.account, "owner");
  const url = `/v4/carrier/${world.connection}`;
  const call = (method: string, path: string, body?: object) =>
    server.call(method, path, { as: { key }, ...(body && { body }) });
  const good = {
    kind: "telnyx",
    name: "Shop",
    messagingProfileId: place.provider.profileId,
    publicKey: place.provider.publicKey,
    baseUrl: place.provider.baseUrl,
    password: place.provider.apiKey,
  };
  return {
    world,
    call,
    make: (change: object = {}) => call("POST", "/v4/carrier/", { ...good, ...change }),
    test: async (change: object = {}) =>
      (await call("POST", "/v4/carrier/test", { ...good, ...change })).body.payload[0],
    list: async () => (await call("GET", `${url}/number/`)).body.payload,
    add: (body: object) => call("POST", `${url}/number/`, body),
    search: (query = "") => call("GET", `${url}/offer/?${query}`),
    buy: (phone: string) => call("POST", `${url}/offer/`, { phone }),
    release: (phone: string) => call("DELETE", `${url}/number/${encodeURIComponent(phone)}/`),
    numbers: async () => (await call("GET", "/v4/number/")).body.payload.map(({ phone }) => String(phone)),
  };
}

let nth = 0;
const fresh = (): string => `+1206236${String(2_000 + nth++)}`;
const said = ({ status, body }: { status: number; body: { error: { message: string; where?: string }[] } }) => [
  status,
  body.error[0]?.message,
];
const profile = () => {
  const [one] = place.provider.profiles;
  if (one === undefined) throw new Error("no profile");
  return one;
};

describe("connections to Telnyx", () => {
  it.each<[object, string]>([
    [{ messagingProfileId: "" }, "Messaging profile ID is required"],
    [
      { messagingProfileId: "shop" },
      "Messaging profile ID must be as the portal shows it, such as 16fd2706-8baf-433b-82eb-8c7fada847da",
    ],
    [{ publicKey: "" }, "Public key is required"],
    [{ publicKey: "abc" }, "Public key must be 44 characters that end with =, as the portal shows it"],
    [{ password: "" }, "API key is required"],
    [{ applicationId: "shop" }, "Application ID must be the digits that the portal shows, such as 1293384261075731499"],
    [{ baseUrl: "http://api.telnyx.com" }, "Base address must be an https address without a query"],
  ])("%j is refused: %s", async (change, message) => {
    const { make } = await makeCaller();
    expect(said(await make(change))).toEqual([400, message]);
  });

  it("are saved with the usual settings and never return their key", async () => {
    const { world, make, call } = await makeCaller();
    const made = await make();
    const [saved] = made.body.payload;
    expect(saved).toMatchObject({
      kind: "telnyx",
      carries: "numbers",
      password: "••••••••",
      perSecond: 10,
      messagesUrl: `${place.publicUrl}/carriers/telnyx/${world.account}/${saved?.["connectionId"]}/messages`,
    });
    const everything = await Promise.all(["/v4/carrier/", "/v4/audit/"].map((url) => call("GET", url)));
    expect(JSON.stringify([made.body, everything.map(({ body }) => body)])).not.toContain(place.provider.apiKey);
  });

  it("are tested with words that say what to do", async () => {
    const { test } = await makeCaller();
    expect(await test()).toEqual({
      ok: true,
      words: 'The provider accepted the API key and the messaging profile "Shop", balance 12.50 USD',
    });
    expect(await test({ password: "KEYanother" })).toEqual({
      ok: false,
      words: "The test failed: the API key is wrong or was revoked. Create one in the portal, under API Keys",
    });
    expect(await test({ messagingProfileId: "16fd2706-8baf-433b-82eb-8c7fada847da" })).toEqual({
      ok: false,
      words: expect.stringContaining("the account has no such messaging profile"),
    });
    expect(await test({ baseUrl: "https://127.0.0.1:9" })).toEqual({
      ok: false,
      words: expect.stringContaining("Check the base address"),
    });
    profile().enabled = false;
    expect(await test()).toEqual({ ok: false, words: expect.stringContaining("the messaging profile is disabled") });
    expect(place.provider.mistakes).toEqual([]);
  });

  it("are tested with their application, which must be able to place calls", async () => {
    const { test } = await makeCaller();
    const { applicationId, application } = place.provider;
    expect(await test({ applicationId })).toMatchObject({
      ok: true,
      words: expect.stringContaining("the API key, the call control application and the messaging profile"),
    });
    expect(await test({ applicationId: "1293384261075731498" })).toMatchObject({
      ok: false,
      words: expect.stringContaining("the account has no such call control application"),
    });
    application.voiceProfile = null;
    expect(await test({ applicationId })).toMatchObject({
      ok: false,
      words: expect.stringContaining("has no outbound voice profile"),
    });
  });
});

describe("the numbers of a Telnyx account", () => {
  it("are listed over all pages with what they can do and where their texts go", async () => {
    const { list } = await makeCaller();
    const other = { id: "26fd2706-8baf-433b-82eb-8c7fada847da", name: "Other", enabled: true, webhook_url: elsewhere };
    place.provider.profiles.push(other, { ...other, id: "36fd2706-8baf-433b-82eb-8c7fada847da" });
    const phones = [fresh(), fresh(), fresh()];
    place.provider.own(phones[0] ?? "");
    place.provider.own(phones[1] ?? "", { profile: other.id, mms: true });
    place.provider.own(phones[2] ?? "", { status: "ported-out" });
    const usual = { texts: true, calls: false, owner: "free" };
    expect(await list()).toEqual([
      {
        ...usual,
        phone: phones[0],
        name: `Number ${phones[0]?.slice(-4)}`,
        pictures: false,
        webhook: "none",
        webhookUrl: null,
      },
      {
        ...usual,
        phone: phones[1],
        name: `Number ${phones[1]?.slice(-4)}`,
        pictures: true,
        webhook: "elsewhere",
        webhookUrl: elsewhere,
      },
    ]);
    expect(place.provider.mistakes).toEqual([]);
  });

  it("are added with the webhook of the profile set, and adding one again changes nothing", async () => {
    const { world, add, numbers, list } = await makeCaller();
    const phone = fresh();
    place.provider.own(phone);
    for (let times = 0; times < 2; times++)
      expect(await add({ phone })).toMatchObject({
        status: 200,
        body: { payload: [{ owner: "added", webhook: "here" }] },
      });
    expect(profile().webhook_url).toBe(world.messagesUrl);
    expect(place.provider.numbers).toMatchObject([{ profile: place.provider.profileId }]);
    expect(await numbers()).toContain(phone);
    expect(await list()).toMatchObject([{ owner: "added", webhook: "here" }]);
    expect(place.provider.mistakes).toEqual([]);
  });

  it("are taken over only when the user says so, also if only the profile points elsewhere", async () => {
    const { world, add, numbers } = await makeCaller();
    const phone = fresh();
    place.provider.own(phone);
    profile().webhook_url = elsewhere;
    const refused = await add({ phone });
    expect(refused).toMatchObject({ status: 409, body: { error: [{ code: "webhook_elsewhere" }] } });
    expect(refused.body.error[0]?.message).toContain(elsewhere);
    expect(profile().webhook_url).toBe(elsewhere);
    expect(await numbers()).not.toContain(phone);
    expect((await add({ phone, takeOver: true })).status).toBe(200);
    expect(profile().webhook_url).toBe(world.messagesUrl);
  });

  it.each([
    ["areaCode=425", ["+14252352901"]],
    ["contains=2ABC", ["+12062352222"]],
    ["pictures=true", ["+12062352222"]],
    ["country=DE", []],
  ])("for sale are narrowed by %s", async (query, phones) => {
    const { search } = await makeCaller();
    place.provider.offer("+12062352222", { features: ["sms", "mms", "voice"] });
    place.provider.offer("+14252352901");
    expect((await search(query)).body.payload.map(({ phone }) => phone)).toEqual(phones);
    expect(place.provider.mistakes).toEqual([]);
  });

  it("for sale are found with their place and what they can do", async () => {
    const { search } = await makeCaller();
    place.provider.offer("+14252352901");
    expect((await search("texts=true")).body.payload).toEqual([
      { phone: "+14252352901", place: "SEATTLE, WA", texts: true, pictures: false, calls: true, needsAddress: false },
    ]);
    expect(said(await search("contains=55*5"))).toEqual([
      409,
      "The numbers could not be read or changed: Telnyx searches for digits in a row. Leave out the *",
    ]);
  });

  it("are bought for the profile, whose texts then arrive here", async () => {
    const { world, buy, numbers } = await makeCaller();
    const phone = fresh();
    place.provider.offer(phone);
    expect(await buy(phone)).toMatchObject({
      status: 200,
      body: { payload: [{ phone, owner: "added", webhook: "here" }] },
    });
    expect(profile().webhook_url).toBe(world.messagesUrl);
    expect(await numbers()).toContain(phone);
    expect(place.provider.mistakes).toEqual([]);
  });

  it("count as bought when the provider sold them and failed to say so", async () => {
    const { buy, numbers } = await makeCaller();
    const phone = fresh();
    place.provider.offer(phone);
    place.provider.sells = "doneAndFail";
    expect((await buy(phone)).status).toBe(200);
    expect(await numbers()).toContain(phone);
  });

  it("are not bought while the texts of the profile go elsewhere, or documents are missing", async () => {
    const { buy, numbers } = await makeCaller();
    const [gone, strict] = [fresh(), fresh()];
    place.provider.offer(strict, { needsDocuments: true });
    expect(said(await buy(gone))).toEqual([
      409,
      `${gone} was not bought: the provider answered HTTP 422: ${gone} is no longer available (error 85006)`,
    ]);
    expect(said(await buy(strict))).toEqual([
      409,
      `${strict} was not bought: the order waits for documents. Complete it in the portal, under Numbers, and then add the number from the list`,
    ]);
    profile().webhook_url = elsewhere;
    expect(said(await buy(strict))[1]).toContain(`the messaging profile sends its texts to ${elsewhere}`);
    expect(await numbers()).not.toContain(strict);
  });

  it("are released there and here", async () => {
    const { buy, release, numbers } = await makeCaller();
    const phone = fresh();
    place.provider.offer(phone);
    await buy(phone);
    expect((await release(phone)).body.payload).toEqual([{ id: phone }]);
    expect(place.provider.numbers).toEqual([]);
    expect(await numbers()).not.toContain(phone);
    expect(place.provider.mistakes).toEqual([]);
  });

  it("are called by the application of the connection, which is taken over only when asked", async () => {
    const { applicationId, application } = place.provider;
    const { world, list, add, search, buy } = await makeCaller({ applicationId });
    const [phone, sold] = [fresh(), fresh()];
    application.webhookUrl = elsewhere;
    place.provider.own(phone);
    place.provider.offer(sold);
    expect(await list()).toMatchObject([{ phone, calls: true, webhook: "elsewhere", webhookUrl: elsewhere }]);
    await search();
    expect(said(await buy(sold))).toEqual([409, expect.stringContaining(`sends its calls to ${elsewhere}`)]);
    expect((await add({ phone })).status).toBe(409);
    expect((await add({ phone, takeOver: true })).status).toBe(200);
    expect(application.webhookUrl).toBe(world.callsUrl);
    expect(await list()).toMatchObject([{ phone, webhook: "here", owner: "added" }]);
    expect((await buy(sold)).status).toBe(200);
    expect(place.provider.numbers.map(({ connection }) => connection)).toEqual([applicationId, applicationId]);
    expect(place.provider.mistakes).toEqual([]);
  });
});
