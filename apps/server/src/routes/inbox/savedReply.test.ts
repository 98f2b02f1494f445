import { expect, it } from "vitest";
import { handsets } from "../../../test/engineWorld.ts";
import { inboxWorlds } from "../../../test/inboxWorld.ts";

const { server, inbox } = await inboxWorlds();
const [phone = ""] = handsets(1, 350);

it("saved replies are sorted by title, filled from the contact, and changed only with inbox-admin", async () => {
  const { world, call, text } = await inbox();
  const as = { key: await server.key(world.account, "owner") };
  const save = (body: object, method = "POST", id = "") => server.call(method, `/v4/savedreply/${id}`, { as, body });
  const hours = await save({ title: "Opening hours", text: "Dear ${firstName}, we open at nine in ${city}." });
  await save({ title: "address", text: "1 Main Street" });
  const list = async () => (await call("GET", "/v4/savedreply/")).body.payload.map((row) => row["title"]);
  expect(await list()).toEqual(["address", "Opening hours"]);
  expect((await call("POST", "/v4/savedreply/", { body: { title: "A", text: "B" } })).status).toBe(403);

  const contactId = await text(phone, "When do you open?");
  await server.call("PUT", `/v4/contact/${contactId}/`, { as, body: { firstName: "Ann" } });
  const replyId = String(hours.body.payload[0]?.["replyId"]);
  const preview = () => call("GET", `/v4/inbox/${contactId}/savedreply/${replyId}/`);
  expect((await preview()).body.payload).toEqual([{ text: "Dear Ann, we open at nine in .", missing: ["city"] }]);

  for (const [body, status, message] of [
    [{ title: " ", text: "x" }, 400, "Title is required"],
    [{ title: "x", text: " " }, 400, "Text is required"],
    [{ title: "x", text: "${firstName" }, 400, expect.stringContaining("Invalid content: ")],
    [{ title: "x", text: "x".repeat(1601) }, 400, "1,601 characters, but GSM7 texts can have at most 1,600"],
    [{ title: "ADDRESS", text: "x" }, 409, 'A saved reply named "ADDRESS" already exists'],
  ] as const) {
    const refused = await save(body);
    expect([refused.status, refused.body.error[0]?.message]).toEqual([status, message]);
  }
  expect((await save({ title: "Address", text: "x" }, "PUT", `${replyId}/`)).status).toBe(409);
  await save({ title: "Hours", text: "From nine" }, "PUT", `${replyId}/`);
  expect(await list()).toEqual(["address", "Hours"]);
  await server.call("DELETE", `/v4/savedreply/${replyId}/`, { as });
  expect([await list(), (await preview()).status]).toEqual([["address"], 404]);
});
