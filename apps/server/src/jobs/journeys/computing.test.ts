import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { memeFonts } from "@trunkline/workflow/parts/memeFonts.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  quickWorker,
  runBatch,
  statusOf,
  type TestNode,
  until,
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { readAssetAddress } from "../../assets/assetAddress.ts";
import { drawingLibrary } from "../../pictures/drawingLibrary.ts";
import { drawTexts } from "../../pictures/drawTexts.ts";
import { memeFontFiles } from "../../pictures/memeFontFiles.ts";
import type { Worker } from "../../program/worker.ts";
import { findAssetBySecret, insertAsset, listAssets, readAsset } from "../../store/assets/asset.ts";
import type { Database } from "../../store/database.ts";
import { listBroken } from "../../store/invariants.ts";

// Spec 2 §3.3: computation, carrierLookup, meme, run by the worker on a real database.

const { createCanvas, loadImage } = drawingLibrary();

/** The look-up service; its address is known when it listens. */
const lookup = { baseUrl: "", sid: "AC1", token: "secret" };
let db: Database;
let worker: Worker;
beforeAll(async () => {
  db = await freshDatabase({ connections: 14 });
  worker = quickWorker(db, { publicUrl: "https://t.example", lookup });
});
afterAll(() => worker.stop());

type Node = { type: string } & Record<string, unknown>;

const flow = (node: Node): TestNode[] => [
  { id: 1, type: "start", children: [2] },
  { id: 2, children: [3], ...node },
  { id: 3, type: "control", children: [] },
];

interface Ended {
  status: string;
  reason: string | null;
  vars: Record<string, string>;
}

/** How the journeys over these phones ended, in their order. */
async function run(world: EngineWorld, node: Node, phones: readonly string[]): Promise<Ended[]> {
  const contacts = await makeContacts(db, world, phones);
  const batch = await runBatch(db, world, await makeCampaign(db, world, flow(node)), contacts);
  await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
  expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
  return ask<Ended>(
    db,
    world,
    `select j.status::text, j.reason, j.vars from journey j join contact c using (account_id, contact_id)
     where j.account_id = $1 and j.batch_id = '${batch}' order by c.phone`,
  );
}

const cake = (): Buffer => {
  const canvas = createCanvas(400, 200);
  const context = canvas.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, 400, 200);
  return canvas.toBuffer("image/png");
};

const text = { text: "IIIIIIII", font: "Lato-Black.ttf", size: 40, degrees: 0, color: "rgba(200,0,0,1)" };

/** The middle of what is not white, in ten-thousandths, and how wide and high it is. */
async function inked(picture: Uint8Array) {
  const image = await loadImage(picture);
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, image.width, image.height);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 1] ?? 255) > 100) continue;
    xs.push((at / 4) % image.width);
    ys.push(Math.floor(at / 4 / image.width));
  }
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return {
    x: ((left + right + 1) / 2 / image.width) * 10_000,
    y: ((top + bottom + 1) / 2 / image.height) * 10_000,
    width: right - left,
    height: bottom - top,
  };
}

describe("computation", () => {
  it("computes variables that later nodes and the journey page see", async () => {
    const world = await makeWorld(db);
    const [ended] = await run(
      world,
      {
        type: "computation",
        computations: [
          { variable: "body", type: "freemarker", freemarker: '{"order": {"id": ${(6*7)?c}}}' },
          { variable: "id", type: "jsonpath", jsonPath: "$.order.id", jsonPathSourceVariable: "body" },
        ],
      },
      handsets(1),
    );
    expect(ended?.vars).toMatchObject({ id: "42" });
  });
});

describe("carrierLookup", () => {
  it("fills in what the number itself shows, at once, if no service is set", async () => {
    const world = await makeWorld(db);
    const [ended] = await run(world, { type: "carrierLookup" }, ["+12025550111"]);
    expect(ended?.vars).toMatchObject({ "phonenumber1.country": "US", "phonenumber1.state": "DC" });
    expect(ended?.vars["phonenumber1.wireless"]).toBeUndefined();
    expect(await ask(db, world, "select 1 from effect where account_id = $1")).toEqual([]);
  });

  it("asks the account's look-up where there is one", async () => {
    const world = await makeWorld(db, { carrierLookup: "simulated" });
    const ended = await run(world, { type: "carrierLookup" }, ["+12025550005", "+12025550006", "+12025550111"]);
    expect(ended.map(({ vars }) => vars["phonenumber1.wireless"])).toEqual([undefined, "false", "true"]);
    expect(ended.map(({ vars }) => vars["phonenumber1.company"])).toEqual([
      undefined,
      "Simulated Telephone",
      "Simulated Mobile",
    ]);
    expect(ended.map(({ vars }) => vars["phonenumber1.state"])).toEqual(["DC", "DC", "DC"]);
    expect(ended.map(({ vars }) => vars["phonenumber1.city"])).toEqual([undefined, "Washington", "Washington"]);
    expect(ended.map(({ vars }) => vars["phonenumber1.zip"])).toEqual([undefined, "20001", "20001"]);
  });
});

describe("carrierLookup over HTTP", () => {
  it("asks the operator's look-up service, and falls back to the number's own data with a note on the step", async () => {
    const asked: string[] = [];
    const service = createServer((request, response) => {
      asked.push(request.url ?? "");
      const isKnown = request.url?.includes("2025550111");
      const line = { carrier_name: "Verizon", type: "mobile" };
      response.writeHead(isKnown ? 200 : 401).end(JSON.stringify({ valid: true, line_type_intelligence: line }));
    });
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    lookup.baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const world = await makeWorld(db, { carrierLookup: "service" });
    const [failed, found] = await run(world, { type: "carrierLookup" }, ["+12025550110", "+12025550111"]);
    service.close();
    expect(found?.vars).toMatchObject({ "phonenumber1.company": "Verizon", "phonenumber1.wireless": "true" });
    expect(failed?.vars).toMatchObject({ "phonenumber1.country": "US", "phonenumber1.state": "DC" });
    expect(failed?.vars["phonenumber1.company"]).toBeUndefined();
    expect(asked).toHaveLength(2);
    expect(
      await ask(db, world, "select 1 from step where account_id = $1 and because = 'the carrier refused the account'"),
    ).toHaveLength(1);
  });
});

describe("meme", () => {
  const node = (message: string) => ({
    type: "meme",
    fileName: "cake.png",
    storedVariableName: "card",
    messages: [{ message, xval: 5000, yval: 5000, font: "Caveat-Regular.ttf", fontSize: 40, rotate: 0 }],
  });
  const upload = (world: EngineWorld) =>
    db.tx([world.account], (q) =>
      insertAsset(q, world.account, {
        type: "meme-image",
        fileName: "cake.png",
        contentType: "image/png",
        data: cake(),
        createdBy: null,
      }),
    );

  it("draws the text once and keeps the picture's address in the variable", async () => {
    const world = await makeWorld(db);
    await upload(world);
    const ended = await run(world, node("Happy birthday"), handsets(3));
    const addresses = new Set(ended.map(({ vars }) => vars["card"]));
    expect(addresses.size).toBe(1);
    const [address = ""] = addresses;
    expect(address).toMatch(/^https:\/\/t\.example\/assets\/.+\.png$/);
    const named = readAssetAddress(address);
    const picture = await db.tx([world.account], async (q) => {
      const asset = await findAssetBySecret(q, world.account, named?.secret ?? "");
      return asset && { asset, data: await readAsset(q, world.account, asset) };
    });
    expect(picture?.asset).toMatchObject({ type: "meme", contentType: "image/png", width: 400, height: 200 });
    expect((await inked(picture?.data ?? Buffer.alloc(0))).x).toBeCloseTo(5000, -3);
    expect(await db.tx([world.account], (q) => listAssets(q, world.account))).toHaveLength(1);
  });

  it("fails the journey when the picture is gone, with the reason", async () => {
    const world = await makeWorld(db);
    const [ended] = await run(world, node("Hi"), handsets(1));
    expect(ended?.reason).toContain("picture_deleted");
  });
});

describe("drawing (spec 2 §3.3 meme)", () => {
  const draw = async (change: object, picture: Buffer = cake()) =>
    inked((await drawTexts({ picture, texts: [{ ...text, x: 5000, y: 5000, ...change }], ...limits })).data);
  const limits = { longestSide: 1600, mostBytes: 500_000 };

  it("offsets of 5000 are the middle, in ten-thousandths of the picture's size (readings, Outbound editor)", async () => {
    const middle = await draw({});
    expect(Math.abs(middle.x - 5000)).toBeLessThan(100);
    expect(Math.abs(middle.y - 5000)).toBeLessThan(400);
    const corner = await draw({ x: 7500, y: 2500 });
    expect(Math.abs(corner.x - 7500)).toBeLessThan(100);
    expect(Math.abs(corner.y - 2500)).toBeLessThan(400);
  });

  it("a quarter turn stands the text upright, twice the size is twice as wide", async () => {
    const [plain, turned, large] = [await draw({}), await draw({ degrees: 90 }), await draw({ size: 80 })];
    expect(Math.abs(turned.height - plain.width)).toBeLessThan(4);
    expect(large.width / plain.width).toBeCloseTo(2, 1);
  });

  it("a line that is wider than the picture is broken", async () => {
    const { width, height } = await draw({ text: "word ".repeat(20).trim() });
    expect(width).toBeLessThanOrEqual(400);
    expect(height).toBeGreaterThan(80);
  });

  it("the fonts that the form offers are there, and each is drawn differently", async () => {
    expect(memeFontFiles().filter(({ paths }) => paths.length === 0)).toEqual([]);
    expect(memeFonts).toHaveLength(17);
    const widths = new Set<string>();
    for (const { file } of memeFonts) widths.add(JSON.stringify(await draw({ text: "Happy Gg", font: file })));
    expect(widths.size).toBe(17);
  });

  it("large pictures become smaller, and no result is larger than a carrier takes", async () => {
    const canvas = createCanvas(2400, 1800);
    const context = canvas.getContext("2d");
    const noise = context.createImageData(2400, 1800);
    for (let at = 0; at < noise.data.length; at++) noise.data[at] = (at * 7919 * ((at >> 9) + 3)) & 255;
    context.putImageData(noise, 0, 0);
    const drawn = await drawTexts({
      picture: canvas.toBuffer("image/png"),
      texts: [],
      longestSide: 1600,
      mostBytes: 500_000,
    });
    expect(drawn.data.length).toBeLessThanOrEqual(500_000);
    expect(Math.max(drawn.width, drawn.height)).toBeLessThanOrEqual(1600);
    expect(drawn.contentType).toBe("image/jpeg");
  });
});
