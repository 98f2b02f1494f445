import { describe, expect, it } from "vitest";
import { ownProvider, type ProviderWorld } from "../../../test/ownProvider.ts";

const own = await ownProvider();
const { server, makeProviderWorld, publicUrl } = own;

const elsewhere = "https://other.example.com/sms";
const webhookOf = (world: ProviderWorld) =>
  `${publicUrl}/carriers/twilio/${world.account}/${world.connection}/messages`;

const callsOf = (world: ProviderWorld) => `${publicUrl}/carriers/twilio/${world.account}/${world.connection}/calls`;

async function makeCaller(settings: Parameters<typeof makeProviderWorld>[0] = {}) {
  const world = await makeProviderWorld(settings);
  const key = await server.key(world.account, "owner");
  const url = `/v4/carrier/${world.connection}/number/`;
  return {
    world,
    list: async () => (await server.call("GET", url, { as: { key } })).body.payload,
    add: (body: object) => server.call("POST", url, { as: { key }, body }),
    numbers: async () =>
      (await server.call("GET", "/v4/number/", { as: { key } })).body.payload.map(({ phone }) => String(phone)),
  };
}

let nth = 0;
const fresh = (): string => `+1206234${String(2_000 + nth++)}`;

describe("the numbers of a provider's account", () => {
  it("are listed over all pages with what they can do and where their texts go", async () => {
    const { world, list } = await makeCaller();
    const phones = [fresh(), fresh(), fresh()];
    const webhooks = ["", elsewhere, webhookOf(world)];
    phones.forEach((phone, index) => {
      own.provider.own(phone, webhooks[index], index === 2 ? callsOf(world) : "");
    });
    expect(await list()).toEqual(
      phones.map((phone, index) => ({
        phone,
        name: `Number ${phone.slice(-4)}`,
        texts: true,
        pictures: false,
        calls: true,
        owner: "free",
        webhook: ["none", "elsewhere", "here"][index],
        webhookUrl: webhooks[index] || null,
      })),
    );
    expect(own.provider.mistakes).toEqual([]);
  });

  it("are added with their webhook set, and adding one again changes nothing", async () => {
    const { world, add, numbers, list } = await makeCaller();
    const phone = fresh();
    own.provider.own(phone);
    for (let times = 0; times < 2; times++)
      expect(await add({ phone })).toMatchObject({
        status: 200,
        body: { payload: [{ owner: "added", webhook: "here" }] },
      });
    expect(own.provider.numbers).toMatchObject([
      { sms_url: webhookOf(world), sms_method: "POST", voice_url: callsOf(world) },
    ]);
    expect(await numbers()).toContain(phone);
    expect(await list()).toMatchObject([{ owner: "added" }]);
    expect(own.provider.mistakes).toEqual([]);
  });

  it("are taken over only when the user says so", async () => {
    const { world, add, numbers } = await makeCaller();
    const phone = fresh();
    own.provider.own(phone, elsewhere);
    const refused = await add({ phone });
    expect(refused).toMatchObject({ status: 409, body: { error: [{ code: "webhook_elsewhere" }] } });
    expect(refused.body.error[0]?.message).toContain(elsewhere);
    expect(own.provider.numbers).toMatchObject([{ sms_url: elsewhere }]);
    expect(await numbers()).not.toContain(phone);
    expect((await add({ phone, takeOver: true })).status).toBe(200);
    expect(own.provider.numbers).toMatchObject([{ sms_url: webhookOf(world) }]);
  });

  it("whose calls go elsewhere are taken over only when the user says so", async () => {
    const { world, add } = await makeCaller();
    const phone = fresh();
    own.provider.own(phone, webhookOf(world), "https://other.example.com/voice");
    const refused = await add({ phone });
    expect(refused.body.error[0]?.message).toContain("https://other.example.com/voice");
    expect((await add({ phone, takeOver: true })).status).toBe(200);
    expect(own.provider.numbers).toMatchObject([{ voice_url: callsOf(world) }]);
  });

  it("that no one has set up are added without a question", async () => {
    const { add } = await makeCaller();
    const phone = fresh();
    own.provider.own(phone, "", "https://demo.twilio.com/welcome/voice/");
    expect((await add({ phone })).status).toBe(200);
  });

  it("of another account stay with it", async () => {
    const first = await makeCaller();
    const second = await makeCaller();
    const phone = fresh();
    own.provider.own(phone);
    await first.add({ phone });
    expect(await second.list()).toMatchObject([{ owner: "taken" }]);
    expect(await second.add({ phone, takeOver: true })).toMatchObject({ status: 409 });
    expect(own.provider.numbers).toMatchObject([{ sms_url: webhookOf(first.world) }]);
  });

  it("that the account does not have cannot be added", async () => {
    const { add } = await makeCaller();
    expect(await add({ phone: fresh() })).toMatchObject({ status: 400, body: { error: [{ where: "body.phone" }] } });
  });

  it("are not listed while the provider refuses the account, and the reason is said", async () => {
    const { world } = await makeCaller();
    own.provider.authToken = "another token";
    const key = await server.key(world.account, "owner");
    const answer = await server.call("GET", `/v4/carrier/${world.connection}/number/`, { as: { key } });
    expect(answer.status).toBe(409);
    expect(answer.body.error[0]?.message).toBe(
      "The numbers could not be read or changed: the account SID or the auth token is wrong",
    );
  });
});
