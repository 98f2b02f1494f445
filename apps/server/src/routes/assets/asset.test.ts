import { describe, expect, it } from "vitest";
import { formOf } from "../../../test/formOf.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { workflowText } from "../../../test/world.ts";
import { chunkBytes } from "../../store/assets/asset.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { account, key } = await server.account();
const other = await server.account("Other");

const gif = (more = "") => `GIF89a\x28\x00\x1e\x00${more}`;
const upload = (type: string, name: string, text: string, as = { key }) => {
  const form = formOf({ type }, { name, text });
  return server.call("POST", "/v4/asset/", {
    as,
    payload: Buffer.from(form.text, "latin1"),
    headers: { "content-type": form.type },
  });
};
const make = async (type: string, name: string, text: string) =>
  (await upload(type, name, text)).body.payload[0] as { assetId: string; publicUrl: string; fileName: string };
const read = (publicUrl: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
  server.api.app.inject({ method, url: new URL(publicUrl).pathname, headers });
const contents = async (): Promise<number> =>
  (await db.tx([account], (q) => q.one<{ n: number }>("select count(*)::int n from asset_content")))?.n ?? 0;

describe("an uploaded asset", () => {
  it("is returned with its type, size and public URL, where anyone can read it", async () => {
    const { status, body } = await upload("mms-image", "Cat.GIF", gif("cat"));
    expect(status).toBe(200);
    expect(body.payload[0]).toMatchObject({
      type: "mms-image",
      fileName: "Cat.gif",
      contentType: "image/gif",
      bytes: 13,
      width: 40,
      height: 30,
      usedBy: [],
    });
    const publicUrl = String(body.payload[0]?.["publicUrl"]);
    expect(publicUrl).toMatch(/^http:\/\/127\.0\.0\.1:4400\/assets\/[\w-]{54}\/Cat\.gif$/);
    const answer = await read(publicUrl);
    expect([answer.statusCode, answer.body]).toEqual([200, gif("cat")]);
    expect(answer.headers).toMatchObject({
      "content-type": "image/gif",
      "content-length": "13",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "cross-origin",
      "accept-ranges": "bytes",
    });
    expect((await read(publicUrl, { "if-none-match": String(answer.headers["etag"]) })).statusCode).toBe(304);
    const head = await read(publicUrl, {}, "HEAD");
    expect([head.statusCode, head.body, head.headers["content-length"]]).toEqual([200, "", "13"]);
  });

  it("is not found at another URL", async () => {
    const { publicUrl } = await make("mms-image", "hidden.gif", gif("hidden"));
    const path = new URL(publicUrl).pathname;
    for (const url of [
      path.replace(/(.)\/hidden/, (_, last) => `${last === "A" ? "B" : "A"}/hidden`),
      "/assets/x/hidden.gif",
      path.replace("/assets/", "/assets/A"),
    ])
      expect((await server.api.app.inject({ url })).statusCode).toBe(404);
  });

  it("is served by ranges across chunks", async () => {
    const sound = `RIFF\x24\x00\x00\x00WAVE${"0123456789".repeat(60_000)}`;
    const { publicUrl } = await make("audio", "long.wav", sound);
    const size = sound.length;
    const cases: [string, number, string | undefined, string][] = [
      ["bytes=0-3", 206, `bytes 0-3/${size}`, "RIFF"],
      [`bytes=${chunkBytes - 2}-${chunkBytes + 1}`, 206, undefined, sound.slice(chunkBytes - 2, chunkBytes + 2)],
      ["bytes=-5", 206, `bytes ${size - 5}-${size - 1}/${size}`, "56789"],
      [`bytes=${size - 1}-`, 206, `bytes ${size - 1}-${size - 1}/${size}`, "9"],
      [`bytes=${size}-`, 416, `bytes */${size}`, "No such range"],
      ["bytes=5-3", 200, undefined, sound],
      ["bytes=0-1,4-5", 200, undefined, sound],
    ];
    for (const [range, status, contentRange, body] of cases) {
      const answer = await read(publicUrl, { range });
      expect([range, answer.statusCode, answer.body === body]).toEqual([range, status, true]);
      if (contentRange) expect(answer.headers["content-range"]).toBe(contentRange);
    }
    expect((await read(publicUrl)).body).toBe(sound);
  });

  it("stores equal bytes once until their last asset is deleted, and numbers a duplicate name", async () => {
    const before = await contents();
    const one = await make("meme-image", "same.gif", gif("same"));
    const two = await make("meme-image", "same.gif", gif("same"));
    expect([one.fileName, two.fileName, (await contents()) - before]).toEqual(["same.gif", "same-2.gif", 1]);
    await server.call("DELETE", `/v4/asset/${one.assetId}/`, { as: { key } });
    expect([(await read(one.publicUrl)).statusCode, (await read(two.publicUrl)).statusCode]).toEqual([404, 200]);
    await server.call("DELETE", `/v4/asset/${two.assetId}/`, { as: { key } });
    expect(await contents()).toBe(before);
  });

  it("lists the workflows and templates that use it", async () => {
    const picture = await make("mms-image", "used.gif", gif("used"));
    const meme = await make("meme-image", "birthday.gif", gif("meme"));
    const template = await server.call("POST", "/v4/smstemplate/", {
      as: { key },
      body: { templateTitle: "With picture", templateMediaUrl: picture.publicUrl },
    });
    const set = await server.call("GET", "/v4/number/available", { as: { key } });
    const number = await server.call("POST", "/v4/number/", {
      as: { key },
      body: { phone: set.body.payload[0]?.["phone"] },
    });
    const numberSet = await server.call("POST", "/v4/numberset/", {
      as: { key },
      body: { name: "Set", phoneNumbers: [number.body.payload[0]?.["phone"]] },
    });
    const campaign = await server.call("POST", "/v4/campaign/", {
      as: { key },
      body: { campaignName: "Birthdays", numberSet: numberSet.body.payload[0]?.["numberSetId"] },
    });
    const id = String(campaign.body.payload[0]?.["campaignId"]);
    const text = JSON.parse(workflowText(String(template.body.payload[0]?.["templateId"])));
    text.nodes[1].note = "birthday.gif";
    await db.tx([account], (q) =>
      q.run(
        `insert into workflow_version (account_id, campaign_id, version, definition, settings) values ($1, $2, 1, $3, '{}')`,
        [account, id, JSON.stringify(text)],
      ),
    );
    await db.tx([account], (q) => q.run("update campaign set version = 1 where campaign_id = $1", [id]));
    const listed = (await server.call("GET", "/v4/asset/", { as: { key } })).body.payload;
    const usedBy = (assetId: string) => listed.find((row) => row["assetId"] === assetId)?.["usedBy"];
    expect(usedBy(picture.assetId)).toMatchObject([{ kind: "template", name: "With picture" }]);
    expect(usedBy(meme.assetId)).toEqual([{ kind: "workflow", id, name: "Birthdays" }]);
  });

  it("is listed by type, newest first, only in its own account", async () => {
    await make("inboundxml", "a.xml", "<Response/>");
    await make("inboundxml", "b.xml", "<Response><Say>Hi</Say></Response>");
    const names = async (as: { key: string }) =>
      (await server.call("GET", "/v4/asset?type=inboundxml", { as })).body.payload.map((row) => row["fileName"]);
    expect(await names({ key })).toEqual(["b.xml", "a.xml"]);
    expect(await names({ key: other.key })).toEqual([]);
  });
});

describe("an upload is refused", () => {
  it.each<[string, string, string, string, number, string]>([
    [
      "without a known type",
      "film",
      "a.gif",
      gif(),
      400,
      "type must be one of mms-image, meme-image, audio, inboundxml",
    ],
    [
      "as a recording",
      "recording",
      "a.wav",
      "RIFF    WAVE",
      400,
      "type must be one of mms-image, meme-image, audio, inboundxml",
    ],
    ["when empty", "mms-image", "a.gif", "", 400, "a.gif is empty"],
    [
      "as an SVG",
      "mms-image",
      "a.png",
      "<svg/>",
      400,
      "a.png is not a file of the type mms-image: it must be gif, jpg or png",
    ],
    [
      "when too large for a text",
      "mms-image",
      "a.gif",
      gif("x".repeat(1024 * 1024)),
      413,
      "a.gif has 1.1 MB; files of the type mms-image may have at most 1 MB",
    ],
    [
      "with too many pixels",
      "mms-image",
      "a.gif",
      "GIF89a\xff\xff\xff\xff",
      400,
      "a.gif has 65535 × 65535 pixels; the limit is 25 million",
    ],
  ])("%s", async (_why, type, name, text, status, message) => {
    const answer = await upload(type, name, text);
    expect([answer.status, answer.body.error[0]?.message]).toEqual([status, message]);
  });

  it.each<[string, string, string, number]>([
    ["a body that is not a form", "multipart/form-data; boundary=x", "hello", 400],
    ["a form without a boundary", "multipart/form-data", "hello", 400],
    ["JSON", "application/json", "{}", 415],
  ])("%s", async (_what, type, payload, status) => {
    const answer = await server.call("POST", "/v4/asset/", { as: { key }, payload, headers: { "content-type": type } });
    expect([answer.status, answer.body.status]).toEqual([status, false]);
  });
});
