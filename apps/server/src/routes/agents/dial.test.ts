import { expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { account, key } = await server.account();
const { cookie } = await server.user(account, "owner");
const as = { cookie };
const dial = (body: object, sender: typeof as | { key: string } = as) =>
  server.call("POST", "/v4/agent/phone/dial", { as: sender, body });

it("a user calls a number or contact, and is refused what no call may reach", async () => {
  const [free] = (await server.call("GET", "/v4/number/available?count=1", { as })).body.payload;
  const from = String(free?.["phone"]);
  await server.call("POST", "/v4/number/", { as, body: { phone: from } });
  const [contact] = (await server.call("POST", "/v4/contact/", { as, body: { phone: "+12025550143" } })).body.payload;
  await server.call("POST", "/v4/dnc/", { as, body: { phone: "+12025550144", type: "call" } });

  expect((await dial({ to: "(202) 555-0144", from })).body.error).toMatchObject([
    { code: "dnc", message: "+12025550144 cannot be called: the contact is on the do-not-contact list" },
  ]);
  expect((await dial({ to: "+442071838750", from })).status).toBe(409);
  expect((await dial({ to: "12", from })).body.error).toMatchObject([{ where: "body.to" }]);
  expect((await dial({ to: "+12025550143", from: "+12025550199" })).body.error).toMatchObject([
    { code: "number_gone" },
  ]);
  expect((await dial({ to: "+12025550143", from }, { key })).body.error).toMatchObject([{ code: "not_a_user" }]);

  const [placed] = (await dial({ to: "(202) 555-0143", from })).body.payload;
  expect((await server.call("GET", "/v4/agent/phone/", { as })).body.payload).toMatchObject([
    {
      calls: [{ callId: placed?.["callId"], kind: "person", state: "ringing", contactId: contact?.["contactId"] }],
    },
  ]);
  expect((await dial({ to: "+12025550143", from })).body.error).toMatchObject([{ code: "on_a_call" }]);
});
