import { expect, it } from "vitest";
import { makeWorld } from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";

const db = await freshDatabase({ connections: 4 });
const server = await testServer(db);
const world = await makeWorld(db);
const key = await server.key(world.account, "owner");
const order = { templateTitle: "Order", subject: "Your order, ${firstName}", html: "<p>Thanks</p>", text: "" };
const call = (method: "GET" | "POST" | "PUT" | "DELETE", id = "", body?: object) =>
  server.call(method, `/v4/emailtemplate/${id}`, { as: { key }, ...(body && { body }) });

it("an e-mail template is created, listed, changed and deleted", async () => {
  const [made = {}] = (await call("POST", "", order)).body.payload;
  const { templateId } = made as { templateId: string };
  expect(made).toMatchObject({ ...order, usedBy: [] });
  const changed = await call("PUT", `${templateId}/`, { ...made, subject: "It is here" });
  expect(changed.body.payload[0]).toMatchObject({ ...order, subject: "It is here" });
  expect((await call("GET")).body.payload).toMatchObject([{ templateId }]);
  expect((await call("DELETE", `${templateId}/`)).status).toBe(200);
  expect((await call("GET", `${templateId}/`)).status).toBe(404);
});

it.each([
  [{ subject: "" }, "body.subject", "Subject is required"],
  [{ subject: "One\nBcc: all@example.com" }, "body.subject", "Subject must be one line"],
  [{ templateTitle: " " }, "body.templateTitle", "Title is required"],
  [{ html: "", text: " " }, "body.html", "HTML or plain text is required"],
  [{ html: "x".repeat(200_001) }, "body.html", "HTML must have at most 200,000 characters"],
  [{ html: "Hi ${" }, "body.html", expect.stringMatching(/^HTML is invalid: line 1, column \d+/)],
  [{ text: "${.now?string('QQ')}" }, "body.text", expect.stringMatching(/^Plain text is invalid: /)],
])("an e-mail template with %j is refused", async (change, where, message) => {
  const { status, body } = await call("POST", "", { ...order, ...change });
  expect({ status, error: body.error[0] }).toMatchObject({ status: 400, error: { where, message } });
});
