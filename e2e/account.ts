import { readFile } from "node:fs/promises";
import { compileRoute, withNames } from "@trunkline/workflow/inbound/compile.ts";
import { readInbound } from "@trunkline/workflow/inbound/readInbound.ts";
import { writeInbound } from "@trunkline/workflow/inbound/writeInbound.ts";
import type { APIRequestContext, Page } from "playwright-core";
import { noteSecrets, noteSecretsOf } from "../apps/server/test/suiteLogs.ts";

/** What a call of the product answers (spec 2 §7). */
interface Envelope {
  status: boolean;
  payload: Record<string, unknown>[];
  error: { code: string; message: string }[];
}

/** Creates what a test needs, with the requests that the pages make, as the signed-in user. */
export interface Account {
  call(method: string, path: string, body?: unknown): Promise<Envelope>;
  /** A number set with a number of its own. */
  makeNumberSet(name: string): Promise<string>;
  makeTemplate(title: string, text: string): Promise<string>;
  makeContact(
    name: string,
    more?: { phone?: string; [field: string]: unknown },
  ): Promise<{ contactId: string; phone: string }>;
  /** A workflow that nothing was drawn in yet, or with this definition. */
  makeWorkflow(name: string, numberSet: string, definition?: object): Promise<string>;
  /** An inbound workflow with a drawing: one of the saved forms by its name, or this one. Answers its route tag. */
  makeRoute(title: string, drawing: string | object): Promise<string>;
  /** Calls to a number wait for the users of the account, in a work group of this name. */
  sendCallsToUsers(name: string, number: string): Promise<void>;
  /** Starts a run over these contacts. */
  startRun(campaignId: string, contactIds: readonly string[], more?: object): Promise<string>;
}

let made = 0;
/** The runner numbers the files: each has exchanges of its own, so that no two make one phone over one demo. */
const exchanges = 8;
const firstExchange = Number(process.env["VITEST_WORKER_ID"] ?? 0) * exchanges;
const exchangeOf = (nth: number): number => 200 + ((firstExchange + (nth % exchanges)) % 800);

/** An Alaskan phone that no other contact has; its last digits let every text arrive. */
const freshPhone = (): string => {
  const nth = made++;
  return `+1907${exchangeOf(nth)}0${100 + (Math.floor(nth / exchanges) % 100)}`;
};

let ended = 0;

/** A phone that no other contact has and that ends in these four digits. */
export const endingIn = (suffix: string): string => `+1907${exchangeOf(ended++)}${suffix}`;

/** So many people that a run over them, one each minute, is under way for half an hour: longer than any test, however slow the machine is. */
export async function makePeople(account: Account): Promise<string[]> {
  const made = await Promise.all(Array.from({ length: 30 }, (_, index) => account.makeContact(`Person ${index}`)));
  return made.map(({ contactId }) => contactId);
}

/** Signs in by a call, which is quicker than the page, and returns what can be made there. */
export async function enter(page: Page, address: string, who: { email: string; password: string }): Promise<Account> {
  const { request } = page.context();
  noteSecrets([who.password]);
  const isIn = (await request.get(`${address}/auth/me`)).ok();
  const signedIn = isIn || (await request.post(`${address}/auth/sign-in`, { data: who })).ok();
  if (!signedIn) throw new Error(`No user can sign in as ${who.email}`);
  return accountOf(request, address);
}

/** A saved drawing, without the destinations that it became elsewhere. */
export const savedForm = async (name: string): Promise<string> =>
  (await readFile(new URL(`../packages/workflow/fixtures/wire/${name}.json`, import.meta.url), "utf8")).replace(
    /,\s*"routeDest": "[^"]*"/g,
    "",
  );

function accountOf(request: APIRequestContext, address: string): Account {
  const call = async (method: string, path: string, body?: unknown): Promise<Envelope> => {
    noteSecretsOf(body);
    const answer = await request.fetch(`${address}${path}`, { method, ...(body === undefined ? {} : { data: body }) });
    const envelope = (await answer.json()) as Envelope;
    noteSecretsOf(envelope);
    if (!answer.ok()) throw new Error(`${method} ${path}: ${JSON.stringify(envelope.error)}`);
    return envelope;
  };
  const make = async (path: string, id: string, body: unknown): Promise<string> =>
    String((await call("POST", path, body)).payload[0]?.[id]);
  return {
    call,
    async makeNumberSet(name) {
      const [free] = (await call("GET", "/v4/number/available?count=1")).payload;
      const phone = await make("/v4/number/", "phone", { phone: free?.["phone"] });
      return make("/v4/numberset/", "numberSetId", { name, phoneNumbers: [phone] });
    },
    makeTemplate: (templateTitle, templateText) =>
      make("/v4/smstemplate/", "templateId", { templateTitle, templateText, templateMediaUrl: "" }),
    async makeContact(firstName, more = {}) {
      const phone = more.phone ?? freshPhone();
      const contactId = await make("/v4/contact/", "contactId", { firstName, lastName: "Kinds", ...more, phone });
      return { contactId, phone };
    },
    async makeWorkflow(campaignName, numberSet, definition) {
      const body = { campaignName, numberSet, workflowDisplayType: 1, timezoneProtectionType: 0, frequencyDays: -1 };
      const campaignId = await make("/v4/campaign/", "campaignId", body);
      const workflow = definition ?? { schemaVersion: 1, startNode: -1, nodes: [] };
      await call("POST", `/v4/campaign/${campaignId}/workflow/`, { workflow: JSON.stringify(workflow) });
      return campaignId;
    },
    async makeRoute(title, drawing) {
      const routeTag = await make("/v4/route/tag/", "routeTag", { routeTag: title });
      const [me] = (await call("GET", "/auth/me")).payload;
      const { accountSid } = (me as { account: { accountSid: string } }).account;
      const text = typeof drawing === "string" ? await savedForm(drawing) : JSON.stringify(drawing);
      const graph = readInbound(text);
      const compiled = compileRoute(graph, routeTag);
      for (const { terminal, destination } of compiled.destinations)
        await call("POST", terminal ? "/v4/route/terminal/" : "/v4/route/", destination);
      const workflow = JSON.stringify(writeInbound(withNames(graph, compiled)));
      await call("POST", "/v4/workflow", { routeTag, accountSid, workflow });
      return routeTag;
    },
    async sendCallsToUsers(name, number) {
      const { payload: users } = await call("GET", "/v4/user/");
      await call("POST", "/v4/workgroup/", { name, members: users.map(({ userId }) => ({ userId })) });
      await call("POST", "/v4/route/tag/", { routeTag: name });
      await call("POST", "/v4/route/terminal/", {
        routeTag: name,
        name,
        srcType: "call",
        destType: "workgroup",
        dest: name,
        priority: 0,
        options: { timezone: 0 },
        ruleDTO: { name, and: [], or: [] },
      });
      await call("POST", `/v4/route/tag/${encodeURIComponent(name)}/numbers`, { numbers: [number] });
    },
    startRun: (campaignId, contactIds, more = {}) =>
      make(`/v4/campaign/${campaignId}/batch/`, "batchId", {
        displayName: "Run",
        periodMs: -1,
        start: true,
        contactIds,
        ...more,
      }),
  };
}

/** As the pages write a phone. */
export const written = (phone: string): string => phone.replace(/^\+1(...)(...)(....)$/, "+1 ($1) $2-$3");

/** Start → a node of these fields → Stop, as it is saved. */
export const workflowOf = (node: { type: string; [field: string]: unknown }) => ({
  schemaVersion: 1,
  startNode: 1,
  sections: { main: 1 },
  nodes: [
    { id: 1, type: "start", x: 250, y: 25, children: [2] },
    { id: 2, x: 250, y: 165, children: [3], ...node },
    { id: 3, type: "control", x: 250, y: 305, children: [] },
  ],
});

/** Start → a text of this template → Stop. */
export const textWorkflow = (smsTemplateId: string, smsTemplateName = "Text") =>
  workflowOf({ type: "smsSend", smsTemplateId, smsTemplateName, useAiRewording: false });

/** A call that greets, answers key 1 and is recorded. */
export const callNode = {
  type: "call",
  answerAction: "textToSpeech",
  textToSpeechVoice: "en-us-premium-female-1",
  textToSpeechText: "Hi ${firstName}",
  audioUrl: "",
  audioTimeout: 5,
  useAiRewording: false,
  dtmfActions: [{ number: 1, action: "say", actionContext: "One it is", useAiRewording: false }],
  record: true,
  ifMachine: "continue",
  statusCallbackUrl: "",
  fallbackUrl: "",
  recordCallbackUrl: "",
  ifMachineCallbackUrl: "",
};

/** Start → a delay of two days → Stop. */
export const waitingWorkflow = workflowOf({
  type: "timeDelay",
  timeoutType: "wait",
  timeoutWaitType: "number",
  timeoutWaitNumber: 2,
  timeoutWaitUnits: "days",
});

/** The first number set of the account. */
export const numberSetOf = async (account: Account): Promise<string> =>
  String((await account.call("GET", "/v4/numberset/")).payload[0]?.["numberSetId"]);

/** An IVR menu of one key, as it is saved. */
export const ivrOf = (ivrName: string) => ({
  ivrName,
  configurationOptions: { ttsVoice: "en-us-standard-female-1", say: "Sorry?", maxAttemptsSay: "Goodbye." },
  menus: [
    {
      menuId: "welcome",
      say: "Hi.",
      options: [{ dtmfKey: 1, say: "Bye.", actions: [{ type: "hangup", value: "" }] }],
    },
  ],
});
