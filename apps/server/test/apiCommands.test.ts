import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createClient } from "@trunkline/client/createClient.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCampaign, makeWorld, oneText, quickWorker, until } from "./engineWorld.ts";
import { freshDatabase } from "./freshDatabase.ts";
import { sayCommand } from "./sayCommand.ts";
import { testServer } from "./server.ts";

// The commands that speak with an installation over its API, and the client that they are made of.

const db = await freshDatabase({ connections: 12 });
const server = await testServer(db);
await server.api.app.listen({ host: "127.0.0.1", port: 0 });
const url = `http://127.0.0.1:${(server.api.app.server.address() as AddressInfo).port}`;
const world = await makeWorld(db);
const apiKey = await server.key(world.account, "owner");
const client = createClient({ baseUrl: url, apiKey });
const worker = quickWorker(db);
const folder = mkdtempSync(join(tmpdir(), "commands-"));
const before = process.env["TRUNKLINE_API_KEY"];

beforeAll(() => {
  process.env["TRUNKLINE_API_KEY"] = apiKey;
});
afterAll(async () => {
  if (before === undefined) delete process.env["TRUNKLINE_API_KEY"];
  else process.env["TRUNKLINE_API_KEY"] = before;
  await worker.stop();
  rmSync(folder, { recursive: true });
});

const file = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const say = (...args: string[]) => sayCommand(...args, "--url", url);

describe("contacts import", () => {
  it("imports a file and says what became of its rows", async () => {
    const path = file("contacts.csv", "phone,firstName\n+13035550110,Ada\n12,Bo\n");
    const { code, said } = await say("contacts", "import", path, "--audience", "Spring");
    expect(code).toBe(0);
    expect(said).toContain(`${path}, line 3: `);
    expect(said).toContain("1 imported, 0 updated, 1 rejected");
    const found = await client.contact.list({ query: { search: "Ada" } });
    expect(found.items).toMatchObject([{ firstName: "Ada", phone: "+13035550110" }]);
    expect((await client.audience.list()).items).toMatchObject([{ name: "Spring" }]);
  });

  it("takes a compressed file", async () => {
    const path = file("more.csv.gz", gzipSync("phone,firstName\n+13035550111,Cy\n"));
    expect((await say("contacts", "import", path)).said).toContain("1 imported");
  });

  it("says that there is no such file before anything is sent", async () => {
    const path = join(folder, "none.csv");
    expect(await say("contacts", "import", path)).toEqual({ code: 1, said: `${path}: the file does not exist\n` });
  });
});

describe("runs", () => {
  it("are started, followed to their end, listed and shown in the logs", async () => {
    const { campaignId } = await makeCampaign(db, world, oneText(world.template));
    await client.contact.create({ body: { phone: "+13035550120", firstName: "Dee" } });
    const started = await say("runs", "start", campaignId, "--everyone", "--name", "First", "--tail");
    expect(started.code).toBe(0);
    const batchId = started.said.split("\n")[0] ?? "";
    expect(started.said).toMatch(/Z {2}Done \d+ \/ \d+, sent \d+/);
    expect((await say("runs", "list")).said).toContain(`${batchId}\tDone\t`);
    await until("its texts are listed", async () =>
      (await say("logs", "--run", batchId)).said.includes("+13035550120"),
    );
    expect((await say("logs", "--run", batchId, "--phone", "+13035550120")).said).toMatch(
      /^\S+\tout\t\+\d+\t\+13035550120\t\w+\t"/,
    );
    expect((await say("logs", "calls")).said).toBe("");
    expect((await say("runs", "tail", batchId)).said).toMatch(/^\d\d:\d\d:\d\dZ {2}Done /);
  });

  it.each([
    [["start", "0198c0de-0000-7000-8000-0000000000a1"], 2, "Say whom to contact: --audience ID or --everyone"],
    [["start", "0198c0de-0000-7000-8000-0000000000a1", "--everyone"], 1, "Workflow not found"],
    [["start", "welcome", "--everyone"], 1, "must be an id"],
    [["list", "--status", "gone"], 2, "--status must be one of Not started"],
    [["tail", "0198c0de-0000-7000-8000-0000000000b1"], 1, "There is no run"],
  ])("refuse %j with words", async (args, code, words) => {
    expect(await say("runs", ...args)).toEqual({ code, said: expect.stringContaining(words) });
  });
});

describe("a command over the API", () => {
  it("asks for a key where there is none", async () => {
    process.env["TRUNKLINE_API_KEY"] = "";
    try {
      expect(await say("runs", "list")).toEqual({ code: 2, said: expect.stringContaining("Set TRUNKLINE_API_KEY") });
    } finally {
      process.env["TRUNKLINE_API_KEY"] = apiKey;
    }
  });

  it("says what is wrong with the address", async () => {
    expect(await sayCommand("runs", "list", "--url", "here")).toEqual({
      code: 2,
      said: '--url: "here" is not a web address\n',
    });
  });
});
