import { crc32, deflateSync } from "node:zlib";
import type { Locator, Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { type Account, enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { addAfter, addNode, runOver, save, saveRefused, select } from "./editor.ts";
import { demoUser } from "./enter.ts";
import { choose, fill, holds, open, patience, pick, press, see, showSteps, unique } from "./page.ts";

// Spec 2 §3.3, §5.2: the kinds that compute, look up and draw, each before a text that shows the result.

interface Case {
  kind: string;
  /** Of the text that follows. */
  template: { text: string; media?: string };
  messages: string[];
  fill(form: Locator, page: Page): Promise<void>;
  held: Record<string, string>;
  /** The kind's own fields on the wire. */
  own: object;
  steps: string[];
  /** What is seen on the contact's handset. */
  handset?(page: Page): Promise<void>;
}

/** A white picture of 400 by 300, as PNG. */
function cake(): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const head = Buffer.from([0, 0, 1, 0x90, 0, 0, 1, 0x2c, 8, 0, 0, 0, 0]);
  // each row begins with the number of its filter
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(400, 255)]);
  const rows = Buffer.concat(Array.from({ length: 300 }, () => row));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const picture = `${unique("cake").replace(" ", "-")}.png`;

const cases: Case[] = [
  {
    kind: "Computation",
    template: { text: "${shout}, order ${id}" },
    messages: ["Node 2: Variable Name 1 is required", "Node 2: Template 1 is required"],
    fill: async (node) => {
      const first = node.getByRole("group", { name: "Computation 1" });
      await fill(first, "Variable Name", "body");
      await fill(first, "Template", '{"id": ${40 + 2}}');
      await press(node, "Add computation");
      const second = node.getByRole("group", { name: "Computation 2" });
      await fill(second, "Variable Name", "id");
      await pick(second, "Type", "JSONPath");
      await fill(second, "Source Variable", "body");
      await fill(second, "Expression", "$.id");
      await press(node, "Add computation");
      const third = node.getByRole("group", { name: "Computation 3" });
      await fill(third, "Variable Name", "shout");
      await fill(third, "Template", "${firstName?upper_case}");
    },
    held: {
      "Computation 1 / Variable Name": "body",
      "Computation 2 / Type": "JSONPath",
      "Computation 2 / Expression": "$.id",
      "Computation 3 / Template": "${firstName?upper_case}",
    },
    own: {
      computations: [
        {
          variable: "body",
          type: "freemarker",
          freemarker: '{"id": ${40 + 2}}',
          jsonPath: "",
          jsonPathSourceVariable: "",
        },
        { variable: "id", type: "jsonpath", freemarker: "", jsonPath: "$.id", jsonPathSourceVariable: "body" },
        {
          variable: "shout",
          type: "freemarker",
          freemarker: "${firstName?upper_case}",
          jsonPath: "",
          jsonPathSourceVariable: "",
        },
      ],
    },
    steps: ["KIM, order 42", "The journey ended"],
  },
  {
    kind: "Carrier Lookup",
    template: {
      text: "Hello ${phonenumber1.city}, ${phonenumber1.state} ${phonenumber1.zip}, ${phonenumber1.country}",
    },
    messages: [],
    fill: async () => {},
    held: {},
    own: {},
    steps: ["Hello Sampleton, AK 00000, US", "The journey ended"],
  },
  {
    kind: "Meme",
    template: { text: "For you", media: "${card}" },
    messages: ["Node 2: File Name is required", "Node 2: Variable Name is required", "Node 2: Message is required"],
    fill: async (node) => {
      await node.locator("input[type=file]").setInputFiles({ name: picture, mimeType: "image/png", buffer: cake() });
      await expect.poll(() => node.getByRole("combobox", { name: "File Name" }).inputValue(), patience).toBe(picture);
      await fill(node, "Variable Name", "card");
      await fill(node, "Message", "Happy birthday ${firstName}");
      await fill(node, "Vertical Offset", "2500");
      await choose(node, "Font", "Caveat");
      await fill(node, "Font Size", "32");
      await see(node.getByRole("img", { name: `${picture} with the message on it` }));
    },
    held: {
      "File Name": picture,
      "Variable Name": "card",
      Message: "Happy birthday ${firstName}",
      "Horizontal Offset": "5000",
      "Vertical Offset": "2500",
      Font: "Caveat",
      "Font Size": "32 px",
    },
    own: {
      fileName: picture,
      storedVariableName: "card",
      messages: [
        {
          message: "Happy birthday ${firstName}",
          xval: 5000,
          yval: 2500,
          font: "Caveat-Regular.ttf",
          fontSize: 32,
          rotate: 0,
          fontColor: "rgba(0,0,0,1)",
        },
      ],
    },
    steps: ["For you", "The journey ended"],
    handset: async (page) => {
      const shown = page.getByRole("main").getByRole("img", { name: "Attached media" }).last();
      await see(shown);
      await expect
        .poll(() => shown.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth), patience)
        .toBe(400);
    },
  },
];

const browser = useBrowser();

describe("Kinds that compute, look up and draw", () => {
  test.each(cases)("$kind", async (one) => {
    const page = await browser.page();
    const { address } = inject("demo");
    const account = await enter(page, address, demoUser);
    const contact = await account.makeContact("Kim");
    const numberSet = await account.makeNumberSet(unique("Compute set"));
    const template = unique("Compute text");
    await account.call("POST", "/v4/smstemplate/", {
      templateTitle: template,
      templateText: one.template.text,
      templateMediaUrl: one.template.media ?? "",
    });
    const campaignId = await account.makeWorkflow(unique(one.kind), numberSet);
    await page.goto(`${address}/campaigns/workflow-outbound/edit/${campaignId}`);

    await addAfter(page, "Start 1", one.kind);
    await choose(await addNode(page, "SMS Send"), "Template", template);
    await addNode(page, "Stop");
    if (one.messages.length > 0) expect(await saveRefused(page)).toEqual(expect.arrayContaining(one.messages));
    await one.fill(await select(page, `${one.kind} 2`), page);
    await save(page);
    expect(await nodeOnWire(account, campaignId)).toMatchObject(one.own);
    const before = await nodeOnWire(account, campaignId);
    await page.reload();
    const opened = await select(page, `${one.kind} 2`);
    for (const [label, value] of Object.entries(one.held)) await holds(opened, label, value);
    await save(page);
    expect(await nodeOnWire(account, campaignId)).toEqual(before);

    await runOver(page, contact.phone);
    await showSteps(page, one.steps);
    if (one.handset) {
      await open(page, `/simulated-carrier/${encodeURIComponent(contact.phone)}`);
      await one.handset(page);
    }
  });
});

/** Node 2 as it is saved. */
async function nodeOnWire(account: Account, campaignId: string): Promise<unknown> {
  const [saved] = (await account.call("GET", `/v4/campaign/${campaignId}/workflow/`)).payload;
  const { nodes } = JSON.parse(String(saved?.["workflow"])) as { nodes: { id: number }[] };
  return nodes.find(({ id }) => id === 2);
}
