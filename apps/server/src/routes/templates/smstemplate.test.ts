import { expect, it } from "vitest";
import { makeWorld } from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";

const db = await freshDatabase({ connections: 4 });
const server = await testServer(db);
const world = await makeWorld(db);
const key = await server.key(world.account, "owner");
const save = async (text: string, mediaUrl = "") => {
  const { status, body } = await server.call("POST", "/v4/smstemplate/", {
    as: { key },
    body: { templateTitle: "Hello", templateText: text, templateMediaUrl: mediaUrl },
  });
  return { status, error: body.error[0] };
};

it("a template that can never be filled is refused", async () => {
  expect(await save('It is ${.now?string("QQ")}')).toMatchObject({
    status: 400,
    error: {
      message: 'Template content is invalid: line 1, column 13: the format "QQ" is not known',
      where: "body.templateText",
    },
  });
});

it("a media URL that can never be filled is refused", async () => {
  expect(await save("Hi", "https://a.example/${1/0}.png")).toMatchObject({
    status: 400,
    error: { where: "body.templateMediaUrl" },
  });
});

it("a template with the time in it is saved", async () => {
  expect(await save('It is ${.now?string("yyyy")}')).toMatchObject({ status: 200 });
});
