import { expect, it } from "vitest";
import { handsets } from "../../../test/engineWorld.ts";
import { inboxWorlds } from "../../../test/inboxWorld.ts";

const { db, server, inbox } = await inboxWorlds();
const [phone = ""] = handsets(1, 370);

it("users in one conversation see each other and who is typing, until they leave or are lost", async () => {
  const { world, call, text } = await inbox();
  const contactId = await text(phone, "hello");
  const other = await server.user(world.account, "member", ["inbox-use"]);
  const address = `/v4/inbox/${contactId}/viewer`;
  const enter = async (typing: boolean) =>
    (await call("PUT", address, { body: { typing } })).body.payload.map((row) => [row["id"], row["typing"]]);
  const as = { cookie: other.cookie };
  const enterOther = (typing: boolean) => server.call("PUT", address, { as, body: { typing } });
  expect(await enter(true)).toEqual([]);
  expect((await enterOther(true)).body.payload).toMatchObject([{ name: "Test User", typing: true }]);
  expect(await enter(false)).toEqual([[other.userId, true]]);
  await enterOther(false);
  expect(await enter(false)).toEqual([[other.userId, false]]);
  await server.call("DELETE", address, { as });
  expect(await enter(false)).toEqual([]);
  await enterOther(true);
  // a browser that was lost no longer says anything
  await db.tx([world.account], (q) =>
    q.run("update conversation_viewer set seen = now() - interval '6 seconds' where viewer_id = $1", [other.userId]),
  );
  expect(await enter(false)).toEqual([]);
});
