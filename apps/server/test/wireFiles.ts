import { readdirSync, readFileSync } from "node:fs";
import { createCanvas } from "@napi-rs/canvas";
import { formOf } from "./formOf.ts";

// The saved workflows of the specification and of earlier versions, made an account's own: hosts, ids and dates.

const folder = new URL("../../../packages/workflow/fixtures/", import.meta.url);
const named = (name: string): string[] =>
  readdirSync(new URL(name, folder))
    .filter((file) => /^[\w-]+\.json$/.test(file))
    .map((file) => `${name}/${file.slice(0, -5)}`);

/** Their names: "wire/smsSend", "earlier/spring-offer". */
export const wireFiles: readonly string[] = [...named("wire"), ...named("earlier")];

/** A file as it lies there. */
const readWireFile = (name: string): string => readFileSync(new URL(`${name}.json`, folder), "utf8");

/** What is made with: a call of the product that throws when it is refused, and one that uploads a form. */
export interface WireCalls {
  call(method: string, url: string, body?: unknown): Promise<Record<string, unknown>[]>;
  upload(url: string, body: Buffer, contentType: string): Promise<unknown>;
}

/** An account that has everything the files name. */
export interface WireAccount {
  numberSet: string;
  /** Custom fields of the contacts that run through them. */
  extdata: Record<string, string>;
  /** A file as this account saves it. */
  own(name: string): string;
  /** Saves a file as a new workflow by the calls of the editor; returns its id. */
  save(name: string): Promise<string>;
}

const wireId = (end: string): string => `01980000-0000-7000-8000-0000000000${end}`;

/** Makes what the files name; `hosts` is where their web servers are. */
export async function makeWireAccount({ call, upload }: WireCalls, hosts: string): Promise<WireAccount> {
  const soon = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);
  const fields = { waitminutes: "30", waitdays: "1", calltime: "15:30", age: "30", tier: "gold" };
  const extdata = { ...fields, appointment: `${soon}T10:00:00-05:00` };
  const ids = new Map<string, string>();
  const make = async (url: string, idName: string, body: unknown): Promise<string> =>
    String((await call("POST", url, body))[0]?.[idName]);
  const own = (name: string): string => {
    let moved = readWireFile(name)
      .replaceAll("2027-03-12", soon)
      .replaceAll(/https:\/\/[\w-]+\.example\.com/g, hosts)
      // the templates of the earlier ones
      .replaceAll(/01980000-0000-7000-8000-0000000001\d\d/g, wireId("a1"));
    for (const [there, here] of ids) moved = moved.replaceAll(there, here);
    return JSON.stringify(JSON.parse(moved));
  };
  const [account] = await call("GET", "/v4/account/");
  const known = (account?.["customFields"] ?? []) as string[];
  const more = ["source", "notes", "lastreply", "interested", "orderid"];
  await call("PUT", "/v4/account/", {
    flags: { feature_dnclist_enabled: true },
    settings: { legalHours: false },
    customFields: [...new Set([...known, ...Object.keys(extdata), ...more])],
  });
  const [free] = await call("GET", "/v4/number/available");
  const number = await make("/v4/number/", "phone", { phone: free?.["phone"] });
  const numberSet = await make("/v4/numberset/", "numberSetId", { name: `Wire ${number}`, phoneNumbers: [number] });
  const save = async (name: string): Promise<string> => {
    const campaignName = `${name} ${number}`;
    const campaignId = await make("/v4/campaign/", "campaignId", {
      campaignName,
      numberSet,
      timezoneProtectionType: 0,
    });
    await call("POST", `/v4/campaign/${campaignId}/workflow/`, { workflow: own(name) });
    return campaignId;
  };
  ids.set("+12025550100", number);
  for (const [end, title] of Object.entries({ a1: "Welcome", a2: "Reminder", a3: "Brief", a4: "Card" })) {
    const body = {
      templateTitle: `${title} ${number}`,
      templateText: `${title} \${firstName}`,
      templateMediaUrl: null,
    };
    ids.set(wireId(end), await make("/v4/smstemplate/", "templateId", body));
  }
  const connection = await make("/v4/callback/authentication/", "id", { name: `Orders ${number}` });
  const hook = { name: `Orders ${number}`, callbackServerConfigId: connection, url: `${hosts}/orders` };
  const mapped = { successPath: "$.status", successValue: "ok", responseMapping: { orderid: "$.order.id" } };
  const eventType = "campaign_workflow_callback";
  ids.set(wireId("b1"), await make("/v4/callback/configuration/", "id", { ...hook, ...mapped, eventType }));
  ids.set(wireId("c2"), await save("wire/start"));
  await ensure(call, "/v4/rcs/agent/", "agentId", { agentId: "the_shop_agent", name: "The Shop" });
  await ensure(call, "/v4/rcs/template/", "templateKey", {
    templateKey: "spring_offer",
    content: { type: "text", text: "Spring" },
  });
  await ensure(call, "/v4/agentqueue/", "name", { name: "support" });
  await ensure(call, "/v4/agentqueue/", "name", { name: "sales" });
  const picture = createCanvas(40, 20).toBuffer("image/png").toString("latin1");
  const form = formOf({ type: "meme-image" }, { name: "birthday.png", text: picture });
  await upload("/v4/asset/", Buffer.from(form.text, "latin1"), form.type);
  return { numberSet, extdata, own, save };
}

/** What is made by its name may be there already. */
async function ensure(call: WireCalls["call"], url: string, idName: string, body: Record<string, unknown>) {
  const there = await call("GET", url);
  if (!there.some((row) => row[idName] === body[idName])) await call("POST", url, body);
}

interface Saved {
  nodes: { inSection?: string }[];
}

/** A loaded workflow to be compared with the text it was saved as: a node says where it lives also where the section's first node reaches it (wire reading 6). */
export function meaningOf(loaded: string, like: string): unknown {
  const saved: Saved = JSON.parse(loaded);
  const { nodes }: Saved = JSON.parse(like);
  return {
    ...saved,
    nodes: saved.nodes.map((node, index) => {
      const { inSection, ...rest } = node;
      return nodes[index]?.inSection === undefined ? rest : { ...rest, inSection };
    }),
  };
}
