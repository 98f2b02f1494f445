import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { testServer } from "../../test/server.ts";

const folder = mkdtempSync(join(tmpdir(), "trunkline-pages-"));
const script = `console.log(${JSON.stringify("x".repeat(5_000))})`;
mkdirSync(join(folder, "assets"));
writeFileSync(join(folder, "index.html"), "<!doctype html><head><title>Trunkline</title></head>");
const preloads = {
  "/calls/$callId": ["assets/CallPage-1.js"],
  "/calls/callbacks": ["assets/CallbacksPage-1.js", "assets/Table-1.js"],
  "/inbox/{-$contactId}": ["assets/InboxPage-1.js"],
};
writeFileSync(join(folder, "preloads.json"), JSON.stringify(preloads));
writeFileSync(join(folder, "assets/main-1a2b3c.js"), script);
writeFileSync(join(folder, "assets/built-4d5e6f.js"), script);
const built = brotliCompressSync(`${script} // by the build`);
writeFileSync(join(folder, "assets/built-4d5e6f.js.br"), built);
writeFileSync(join(folder, "trunkline.svg"), "<svg/>");
afterAll(() => rmSync(folder, { recursive: true }));

const db = await freshDatabase();
const server = await testServer(db, { pagesFolder: folder });
const { api } = server;
const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });

describe("the pages (architecture, HTTP)", () => {
  it.each([
    "/",
    "/campaigns",
    "/campaigns/edit/0198c0de-0000-7000-8000-00000000000a",
    "/contacts?search=a.b",
    "/v4beta",
  ])("%s is the application and is not cached", async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, "no-cache"]);
    expect(answer.headers["content-type"]).toContain("text/html");
    expect(answer.body).toContain("<title>Trunkline</title>");
  });

  it.each([
    ["/calls/callbacks", ["CallbacksPage-1.js", "Table-1.js"]],
    ["/calls/0198c0de-0000-7000-8000-00000000000a?from=list", ["CallPage-1.js"]],
    ["/inbox", ["InboxPage-1.js"]],
    ["/inbox/", ["InboxPage-1.js"]],
    ["/inbox/0198c0de-0000-7000-8000-00000000000a", ["InboxPage-1.js"]],
    ["/inbox/a/b", []],
    ["/unknown", []],
  ])("%s names the scripts of its page", async (url, scripts) => {
    const found = [...(await get(url)).body.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)];
    expect(found.map(([, href]) => href)).toEqual(scripts.map((script) => `/assets/${script}`));
  });

  it("have assets that browsers keep forever, compressed", async () => {
    const answer = await get("/assets/main-1a2b3c.js", { "accept-encoding": "gzip, br" });
    expect(answer.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-encoding": "br",
    });
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(script);
  });

  it("have assets that the build has compressed, for browsers that take them so", async () => {
    const answer = await get("/assets/built-4d5e6f.js", { "accept-encoding": "gzip, deflate, br, zstd" });
    expect(answer.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-encoding": "br",
      "content-type": expect.stringContaining("javascript"),
      vary: expect.stringContaining("accept-encoding"),
    });
    expect(answer.rawPayload.equals(built)).toBe(true);
    const gzip = await get("/assets/built-4d5e6f.js", { "accept-encoding": "gzip" });
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(script);
    expect((await get("/assets/built-4d5e6f.js")).body).toBe(script);
    expect((await get("/assets/built-4d5e6f.js.br")).statusCode).toBe(404);
  });

  it("have other files that browsers revalidate", async () => {
    expect((await get("/trunkline.svg")).headers["cache-control"]).toBe("no-cache");
  });

  it.each(["/assets/main-old.js", "/missing.png"])("do not stand in for a file that is gone: %s", async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });

  it("may connect to the provider's browser SDK only for users whose account has an API key for it", async () => {
    const policyFor = async (cookie: string) =>
      String((await get("/inbox", { cookie })).headers["content-security-policy"]);
    const [withKey, without] = [await server.account(), await server.account()];
    await server.call("POST", "/v4/carrier/", {
      as: withKey,
      body: {
        kind: "twilio",
        name: "Provider",
        accountSid: `AC${"1".repeat(32)}`,
        password: "token",
        apiKeySid: `SK${"2".repeat(32)}`,
        apiKeySecret: "secret",
      },
    });
    const [phones, none] = await Promise.all([
      server.user(withKey.account, "member"),
      server.user(without.account, "member"),
    ]);
    const opened = await policyFor(phones.cookie);
    expect(opened).toContain("connect-src 'self' https://eventgw.twilio.com wss://voice-js.roaming.twilio.com");
    expect(opened).toContain("media-src 'self' data: blob: https: mediastream:");
    expect(opened).toContain("script-src 'self';");
    for (const cookie of [none.cookie, "", "trunkline=wrong"])
      expect(await policyFor(cookie)).toContain("connect-src 'self';");
  });

  it("do not answer calls", async () => {
    const answer = await get("/v4/campaigns");
    expect([answer.statusCode, answer.json().status]).toEqual([404, false]);
    expect((await api.app.inject({ method: "POST", url: "/campaigns" })).statusCode).toBe(404);
  });

  it("are not served for a request to an unknown account", async () => {
    for (const [method, url] of [
      ["GET", "/unknown/brand/all"],
      ["POST", "/unknown/brand"],
      ["DELETE", "/unknown/campaign/1"],
    ] as const) {
      const answer = await api.app.inject({ method, url });
      expect([answer.statusCode, answer.json().error[0]?.where]).toEqual([404, "path.acct"]);
    }
    const page = await get("/businessprofiles/campaign/create", { accept: "text/html,*/*" });
    expect(page.headers["content-type"]).toContain("text/html");
  });

  it("are not left by way of the path", async () => {
    for (const url of ["/../package.json", "/assets/..%2f..%2fpackage.json", "/%2e%2e/%2e%2e/etc/passwd"]) {
      const answer = await get(url);
      expect(answer.body).not.toMatch(/"name"|root:/);
    }
  });

  it("are asked for by name when they were never built", async () => {
    const unbuilt = await testServer(db);
    const answer = await unbuilt.api.app.inject("/campaigns");
    expect([answer.statusCode, answer.body]).toEqual([
      503,
      "The pages are not built. Run npm run build, then start again.",
    ]);
  });
});
