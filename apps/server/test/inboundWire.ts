import { readdirSync, readFileSync } from "node:fs";
import { silentRecording } from "../src/inbound/silentRecording.ts";
import { formOf } from "./formOf.ts";
import type { Drawing } from "./inboundCases.ts";

// The inbound graphs of the specification and an account that has everything they name (wire README, Placeholders).

const folder = new URL("../../../packages/workflow/fixtures/wire/", import.meta.url);

/** Their names: "all", "areaCode" … */
export const inboundGraphs: readonly string[] = readdirSync(folder).flatMap(
  (file) => /^inbound\.(\w+)\.json$/.exec(file)?.[1] ?? [],
);

/** What is made with: a call of the product that throws when it is refused, and one that uploads a form. */
export interface InboundCalls {
  call(method: string, url: string, body?: unknown): Promise<Record<string, unknown>[]>;
  upload(form: { type: string; text: string }): Promise<Record<string, unknown>[]>;
}

/** The numbers of the graphs. */
export const firstNumber = "+12025550100";
const secondNumber = "+12025550101";
/** The number of their number set, which is in another country. */
export const setNumber = "+14165550102";
const wireId = (end: string): string => `01980000-0000-7000-8000-0000000000${end}`;

/** An account that has what the graphs name. */
export interface InboundAccount {
  numberSet: string;
  campaign: string;
  /** A file of the wire as this account saves it. */
  own(file: string): string;
}

/** Makes what the graphs name; `member` is in the live list and in the work group. */
export async function makeInboundAccount({ call, upload }: InboundCalls, member: string): Promise<InboundAccount> {
  const make = async (url: string, idName: string, body: unknown) =>
    String((await call("POST", url, body))[0]?.[idName]);
  await call("PUT", "/v4/account/", { customFields: ["tier", "source", "interested"] });
  for (const phone of [firstNumber, secondNumber, setNumber]) await call("POST", "/v4/number/", { phone });
  const numberSet = await make("/v4/numberset/", "numberSetId", { name: "Desk", phoneNumbers: [setNumber] });
  const campaign = await make("/v4/campaign/", "campaignId", {
    campaignName: "Welcome",
    numberSet,
    frequencyDays: -1,
    timezoneProtectionType: 0,
  });
  const nodes = [
    { id: 1, type: "start", x: 0, y: 0, children: [2] },
    { id: 2, type: "dnc", x: 0, y: 0, children: [3], dncType: "call" },
    { id: 3, type: "control", x: 0, y: 0, children: [] },
  ];
  const workflow = JSON.stringify({ schemaVersion: 1, startNode: 1, sections: { main: 1 }, nodes });
  await call("POST", `/v4/campaign/${campaign}/workflow/`, { workflow });
  await call("POST", "/v4/workgroup/", { name: "sales", members: [{ userId: member }] });
  await call("POST", "/v4/livelist", { listName: "front-desk", clientIds: [member] });
  const ids = new Map([
    [wireId("c2"), campaign],
    [wireId("d1"), numberSet],
  ]);
  for (const sound of ["leave-a-message.wav", "please-hold.mp3", "hold-music.mp3"]) {
    const text = silentRecording(1).toString("latin1");
    const [asset] = await upload(formOf({ type: "audio" }, { name: sound.replace("mp3", "wav"), text }));
    ids.set(`https://client-assets.example.com/audio/${sound}`, String(asset?.["publicUrl"]));
  }
  const own = (file: string): string =>
    [...ids].reduce((text, [there, here]) => text.replaceAll(there, here), readFileSync(new URL(file, folder), "utf8"));
  await call("POST", "/v4/ivr", JSON.parse(own("../ivr/ivr.json")));
  return { numberSet, campaign, own };
}

/** What the editor makes on load and what saving adds are left out of what is compared (wire readings 17 and 22). */
const notMeant = ["formFields", "formFieldDefaultValues", "actionsToExecute", "displayFields", "routeDest"];

/** What a drawing means. */
export const meaningOfDrawing = (text: string): Drawing => {
  const drawing = JSON.parse(text) as Drawing;
  const meant = <Data extends object>(data: Data) =>
    Object.fromEntries(Object.entries(data).filter(([key]) => !notMeant.includes(key))) as Data;
  return { ...drawing, nodes: drawing.nodes.map((node) => ({ ...node, data: meant(node.data) })) };
};
