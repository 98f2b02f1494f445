import type { BundleReport } from "@trunkline/contract/workflows/bundle.ts";
import { formOf } from "./formOf.ts";
import type { TestServer } from "./server.ts";

/** What a call takes or answers. */
export type Fields = Record<string, unknown>;

/** An account whose workflows are to go into a file, or come out of one, and the calls that a test makes there. */
export async function bundleAccount(server: TestServer, name: string) {
  const { account, key } = await server.account(name);
  const call = (method: string, url: string, body?: unknown) => server.call(method, url, { as: { key }, body });
  const first = async (method: string, url: string, body?: unknown): Promise<Fields> => {
    const answer = await call(method, url, body);
    if (answer.status !== 200) throw new Error(`${method} ${url}: ${JSON.stringify(answer.body.error)}`);
    return answer.body.payload[0] ?? {};
  };
  const upload = async (type: string, fileName: string, text: string): Promise<Fields> => {
    const form = formOf({ type }, { name: fileName, text });
    const headers = { "content-type": form.type };
    return (
      await server.call("POST", "/v4/asset/", { as: { key }, payload: Buffer.from(form.text, "latin1"), headers })
    ).body.payload[0] as Fields;
  };
  const draw = async (campaignName: string, nodes: readonly Fields[], numberSet?: unknown): Promise<string> => {
    const { campaignId } = await first("POST", "/v4/campaign/", {
      campaignName,
      numberSet:
        numberSet ??
        (await first("POST", "/v4/numberset/", { name: `Set ${campaignName}`, phoneNumbers: [] }))["numberSetId"],
      timezoneProtectionType: 1,
      timezoneProtectionStartTime: "09:00",
      timezoneProtectionEndTime: "17:00",
    });
    await first("POST", `/v4/campaign/${String(campaignId)}/workflow/`, { workflow: chain(nodes) });
    return String(campaignId);
  };
  const counts = async () => {
    const rows = await Promise.all(
      [
        "campaign/",
        "smstemplate/",
        "callback/configuration/",
        "callback/authentication/",
        "asset/",
        "disposition",
        "agentqueue/",
        "workgroup/",
        "rcs/template/",
        "emailtemplate/",
      ].map(async (list) => (await call("GET", `/v4/${list}`)).body.payload.length),
    );
    return rows.join(" ");
  };
  const exported = (...ids: string[]) => first("GET", `/v4/campaign/export?campaignIds=${ids.join(",")}`);
  return { account, key, call, first, upload, draw, counts, exported };
}
type BundleAccount = Awaited<ReturnType<typeof bundleAccount>>;

/** Nodes one after the other between a start and a stop; those with two ways out stop on the second. */
export function chain(nodes: readonly Fields[]): string {
  const stop = nodes.length + 2;
  const drawn = nodes.map((node, index) => {
    const next = index + 3;
    const isForked = "successPath" in node;
    return {
      id: index + 2,
      x: 0,
      y: index * 140,
      ...node,
      children: isForked ? [next === stop ? stop : next, stop + 1 + index] : [next],
      ...(isForked ? { successPath: next, failurePath: stop + 1 + index } : {}),
    };
  });
  const ends = nodes.flatMap((node, index) =>
    "successPath" in node ? [{ id: stop + 1 + index, type: "control", x: 400, y: index * 140, children: [] }] : [],
  );
  return JSON.stringify({
    schemaVersion: 1,
    startNode: 1,
    nodes: [
      { id: 1, type: "start", x: 0, y: 0, children: [2] },
      ...drawn,
      { id: stop, type: "control", x: 0, y: 0, children: [] },
      ...ends,
    ],
    sections: { main: 1 },
  });
}

const gif = (more: string) => `GIF89a\x28\x00\x1e\x00${more}`;
const wav = "RIFF....WAVEfmt ";

/** One node of each kind that names something outside of its drawing, with what it names. */
export async function makeThings(of: BundleAccount) {
  const picture = await of.upload("mms-image", "cat.gif", gif("cat"));
  const sound = await of.upload("audio", "offer.wav", wav);
  const meme = await of.upload("meme-image", "birthday.gif", gif("cake"));
  const plain = await of.first("POST", "/v4/smstemplate/", { templateTitle: "Hello", templateText: "Hi ${tier}" });
  const withMedia = await of.first("POST", "/v4/smstemplate/", {
    templateTitle: "Cat",
    templateText: `Look: ${String(sound["publicUrl"])}`,
    templateMediaUrl: picture["publicUrl"],
  });
  await of.first("PUT", "/v4/account/", { customFields: ["tier", "unused"] });
  const connection = await of.first("POST", "/v4/callback/authentication/", {
    name: "Shop",
    authHeaders: { Authorization: "Bearer very-secret" },
    headers: { "X-Shop": "1" },
    signingSecret: "another-secret",
  });
  const webhook = await of.first("POST", "/v4/callback/configuration/", {
    name: "Order",
    callbackServerConfigId: connection["id"],
    eventType: "campaign_workflow_callback",
    url: "https://shop.example/orders",
    bodyTemplate: '{"phone": "${phone}"}',
  });
  await of.first("POST", "/v4/rcs/agent/", { agentId: "shop_agent", name: "The shop", logoUrl: picture["publicUrl"] });
  await of.first("POST", "/v4/rcs/template/", {
    templateKey: "spring",
    content: { type: "picture", text: "", mediaUrl: picture["publicUrl"] },
  });
  const mail = await of.first("POST", "/v4/emailtemplate/", {
    templateTitle: "Order",
    subject: "Your order, ${firstName}",
    html: `<img src="${String(picture["publicUrl"])}">`,
  });
  await of.first("POST", "/v4/agentqueue/", { name: "support" });
  const entered = await of.draw("Entered", [{ type: "rateLimit", tpm: 60 }]);
  const sms = (template: Fields) => ({
    type: "smsSend",
    smsTemplateId: template["templateId"],
    smsTemplateName: template["templateTitle"],
  });
  const key = (action: string, actionContext: unknown, number: number) => ({
    number,
    action,
    actionContext,
    useAiRewording: false,
  });
  const nodes: Fields[] = [
    sms(plain),
    sms(withMedia),
    { type: "callback", callbackId: webhook["id"], successPath: 0, failurePath: 0 },
    { type: "rcsSend", agentId: "shop_agent", rcsTemplateKey: "spring", successPath: 0, failurePath: 0 },
    {
      type: "call",
      answerAction: "playAudio",
      audioUrl: sound["publicUrl"],
      audioTimeout: 3,
      dtmfActions: [key("workflow", entered, 1)],
    },
    {
      type: "meme",
      fileName: meme["fileName"],
      storedVariableName: "card",
      messages: [{ message: "Hi ${firstName}" }],
    },
    { type: "agentQueue", queueName: "support", queueWaitTime: 5 },
    { type: "campaign", campaignId: entered, observeTimezoneProtection: false },
    {
      type: "email",
      provider: "smtp",
      from: { email: "news@shop.example.com", name: "" },
      templateId: mail["templateId"],
    },
  ];
  return { nodes, entered };
}

/** What an import, or its check, says of each thing in the file. */
export const reportOf = (answer: Fields) => answer as unknown as BundleReport;
