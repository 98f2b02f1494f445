import { newId } from "../src/store/newId.ts";
import { insertTenDlcCampaign } from "../src/store/registration/tenDlcCampaign.ts";
import { insertJourneyMove } from "../src/store/runs/journeyMove.ts";
import { formOf } from "./formOf.ts";
import { makeProvider } from "./identityProvider.ts";
import { type TestServer, testPassword } from "./server.ts";
import { tenDlcSample } from "./tenDlcSample.ts";
import { leaveVoicemail } from "./voicemail.ts";

/** One thing of every kind that an account can own, by the names that the samples use. */
export interface World {
  account: string;
  apiKey: string;
  user: string;
  session: string;
  /** A session of `user`. */
  userSession: string;
  /** An open invitation of another user. */
  invited: string;
  invitation: string;
  contact: string;
  audience: string;
  report: string;
  savedReply: string;
  assignmentRule: string;
  /** The work group of the rule. */
  inboxGroup: string;
  contactJob: string;
  dryRun: string;
  journeyMove: string;
  workflowTest: string;
  dncImport: string;
  import: string;
  number: string;
  numberSet: string;
  template: string;
  emailTemplate: string;
  asset: string;
  rcsAgent: string;
  rcsTemplate: string;
  connection: string;
  carrier: string;
  /** The fingerprint of its identity provider's. */
  certificate: string;
  brand: string;
  tenDlcCampaign: string;
  tenDlcSet: string;
  webhook: string;
  campaign: string;
  batch: string;
  schedule: string;
  journey: string;
  call: string;
  queue: string;
  agentReason: string;
  workGroup: string;
  liveList: string;
  voicemail: string;
  queueCallback: string;
  disposition: string;
  routeTag: string;
  destination: string;
  terminalDestination: string;
  routeTest: string;
  ivr: string;
  approval: string;
}

/** An account with one of everything, made by the calls of the API, and the ways in. */
export interface Owned {
  world: World;
  key: string;
  cookie: string;
  /** What only this account knows: it must not stand in an answer to another one. */
  marks: string[];
}

/** Makes an account that owns one of everything. */
export async function makeWorld(server: TestServer, name: string): Promise<Owned> {
  const { account, key } = await server.account(name);
  const as = { key };
  const first = async (method: string, url: string, body?: unknown): Promise<Record<string, unknown>> => {
    const answer = await server.call(method, url, { as, body });
    if (answer.status !== 200) throw new Error(`${method} ${url}: ${JSON.stringify(answer.body)}`);
    return answer.body.payload[0] ?? {};
  };
  const make = async (url: string, idName: string, body: unknown) => String((await first("POST", url, body))[idName]);

  const { cookie, email } = await server.user(account, "owner");
  const { userId: user } = await server.user(account, "member");
  // a second session of the owner, to be ended
  await server.call("POST", "/auth/sign-in", { body: { email, password: testPassword } });
  const sessions = await server.call("GET", "/v4/session/", { as: { cookie } });
  const session = String(sessions.body.payload.find((row) => !row["current"])?.["sessionId"]);
  const invited = await first("POST", "/v4/user/", { email: "invited@example.com", role: "viewer", privileges: [] });
  const workGroup = await make("/v4/workgroup/", "workGroupId", {
    name: `${name} group`,
    members: [{ userId: user, weight: 3 }],
  });
  const liveList = await make("/v4/livelist", "listName", {
    listName: `${name.toLowerCase()}-desk`,
    clientIds: [user],
  });
  const apiKey = await make("/v4/apikey/", "apiKeyId", { name: `${name} key`, role: "viewer" });

  const free = await first("GET", "/v4/number/available");
  const number = await make("/v4/number/", "phone", { phone: free["phone"] });
  const numberSet = await make("/v4/numberset/", "numberSetId", { name: `${name} set`, phoneNumbers: [number] });
  const templateBody = { templateTitle: `${name} template`, templateText: "Hello ${firstName}" };
  const template = await make("/v4/smstemplate/", "templateId", templateBody);
  const rcsAgent = await make("/v4/rcs/agent/", "agentId", {
    agentId: `agent_of_${name.toLowerCase()}`,
    name: `${name} agent`,
  });
  const emailTemplate = await make("/v4/emailtemplate/", "templateId", {
    templateTitle: `${name} e-mail`,
    subject: `${name} e-mail`,
    text: "Hello ${firstName}",
  });
  const rcsTemplate = await make("/v4/rcs/template/", "templateKey", {
    templateKey: `key_of_${name.toLowerCase()}`,
    content: { type: "text", text: `${name} says hello` },
  });
  const form = formOf({ type: "inboundxml" }, { name: "greeting.xml", text: `<Response><!-- ${name} --></Response>` });
  const uploaded = await server.call("POST", "/v4/asset/", {
    as,
    payload: form.text,
    headers: { "content-type": form.type },
  });
  const campaign = await make("/v4/campaign/", "campaignId", { campaignName: `${name} workflow`, numberSet });
  await first("POST", `/v4/campaign/${campaign}/workflow/`, { workflow: workflowText(template) });
  const disposition = await make("/v4/disposition/", "key", { key: `${name} outcome`, description: "Ours" });
  const routeTag = await make("/v4/route/tag/", "routeTag", { routeTag: `${name} Line` });
  const destination = await make("/v4/route/", "name", destinationBody(routeTag, `dest_${routeTag}_1`));
  const terminalDestination = await make("/v4/route/terminal/", "name", inboxBody(routeTag, `dest_${routeTag}_2`));
  const routeTest = await make(`/v4/route/test/${encodeURIComponent(routeTag)}/`, "testId", routeTestBody);
  const ivr = await make("/v4/ivr", "ivrName", ivrBody(`${name} menu`));
  const contact = await make("/v4/contact/", "contactId", { phone: "+12025550143", firstName: name });
  const report = await make("/v4/report/", "reportId", { name: `${name} report`, settings: { grouping: "day" } });
  const audience = await make("/v4/audience/", "audienceId", {
    name: `${name} audience`,
    statements: [{ variable: "firstName", operation: "EXISTS" }],
  });
  const savedReply = await make("/v4/savedreply/", "replyId", { title: `${name} hello`, text: "Hi ${firstName}" });
  const inboxGroup = await make("/v4/workgroup/", "workGroupId", { name: `${name} inbox` });
  const assignmentRule = await make("/v4/assignmentrule/", "ruleId", {
    name: `${name} rule`,
    keywords: ["invoice"],
    workGroupId: inboxGroup,
  });
  const stopped = await server.call("POST", "/v4/dnc/import", {
    as,
    payload: "phone\n+12025550145\n",
    headers: { "content-type": "text/csv" },
  });
  const archived = { action: "unarchive", selection: { archived: "only" } };
  const contactJob = await make("/v4/contact/job/", "id", archived);
  const imported = await server.call("POST", "/v4/contact/import", {
    as,
    payload: `phone,firstName\n+12025550144,${name}\n`,
    headers: { "content-type": "text/csv" },
  });
  const batchBody = { displayName: `${name} run`, contactIds: [contact] };
  const batch = await make(`/v4/campaign/${campaign}/batch/`, "batchId", batchBody);
  const workflowTest = await make(`/v4/campaign/${campaign}/test/`, "testId", { test: testBody });
  const approval = await make(`/v4/campaign/${campaign}/approval/`, "approvalId", {
    workflow: workflowText(template),
    basedOn: 1,
    note: `${name} asks`,
  });
  const dryRun = await make(`/v4/campaign/${campaign}/dryrun/`, "dryRunId", { contactIds: [contact] });
  const journeyMove = await server.api.db.tx([account], (q) =>
    insertJourneyMove(q, account, {
      campaignId: campaign,
      version: 1,
      batchId: null,
      choices: [],
      createdBy: "user:sample",
      byName: name,
    }),
  );
  const schedule = await make(`/v4/campaign/${campaign}/batch/schedule`, "eventId", {
    dayOfWeek: 127,
    timeOfDay: "09:30",
    timezoneId: -20,
    createBatchRequest: { displayName: `${name} daily`, statements: [] },
  });
  const journey = await insertJourney(server, { account, batch, campaign, contact });
  const agentReason = await make("/v4/agent/reason/", "reasonId", { name: `${name} reason` });
  const queue = await make("/v4/agentqueue/", "queueId", { name: `${name} queue` });
  await first("POST", "/v3/accounts/external/config", {
    provider: "sendgrid",
    key: "api_key",
    encryptedValue: `${name} secret`,
  });

  await first("POST", "/v3/accounts/external/config", {
    provider: "saml",
    key: "metadata",
    value: makeProvider(`https://${name.toLowerCase()}.example.com/idp`).metadata(),
  });
  const { provider } = (await first("GET", "/v4/saml/")) as { provider: { certificates: { fingerprint: string }[] } };

  await first("POST", "/v4/simulator/message", { from: "+12025550143", to: number, text: `${name} asks` });
  const call = await make("/v4/simulator/call", "callId", { from: "+12025550143", to: number });
  const voicemail = await leaveVoicemail(
    server.api.db,
    server,
    { account, key },
    { from: "+12025550143", to: number, seconds: 5 },
  );
  const queueCallback = newId();
  await server.api.db.tx([account], (q) =>
    q.run(
      `insert into queue_callback (account_id, callback_id, call_id, kind, name, phone, own_number, since, out_call_id)
       values ($1, $2, $3, 'workGroup', 'Sales', '+12025550143', $4, now(), $2)`,
      [account, queueCallback, call, number],
    ),
  );
  const carrier = await make("/v4/carrier/", "connectionId", {
    name: `${name} SMSC`,
    host: "127.0.0.1",
    port: 9,
    tls: false,
    systemId: "us",
    password: "secret",
  });
  const connection = await make("/v4/callback/authentication/", "id", { name: `${name} connection` });
  const webhook = await make("/v4/callback/configuration/", "id", {
    name: `${name} webhook`,
    callbackServerConfigId: connection,
    eventType: "campaign_workflow_callback",
  });

  const brand = await make(`/${account}/brand?draft=true`, "brandId", brandSample(`${name} brand`));
  const tenDlcSet = await make("/v4/numberset/", "numberSetId", { name: `${name} registered`, phoneNumbers: [] });
  const tenDlcCampaign = await server.api.db.tx([account], (q) =>
    insertTenDlcCampaign(q, account, {
      details: {
        ...tenDlcSample({ brandId: brand, numberSetId: tenDlcSet }),
        subscriberOptin: true,
        subscriberOptout: true,
        subscriberHelp: true,
      },
      terms: [],
    }),
  );

  const world: World = {
    account,
    apiKey,
    user,
    session,
    userSession: String((await server.call("GET", `/v4/user/${user}/session/`, { as })).body.payload[0]?.["sessionId"]),
    invited: await make("/v4/user/", "userId", { email: "asked@example.com", role: "viewer", privileges: [] }),
    invitation: String(invited["invitationUrl"]).split("/").at(-1)!,
    contact,
    audience,
    report,
    savedReply,
    assignmentRule,
    inboxGroup,
    contactJob,
    dryRun,
    journeyMove,
    workflowTest,
    dncImport: String(stopped.body.payload[0]?.["id"]),
    import: String(imported.body.payload[0]?.["id"]),
    number,
    numberSet,
    template,
    emailTemplate,
    rcsAgent,
    rcsTemplate,
    asset: String(uploaded.body.payload[0]?.["assetId"]),
    connection,
    carrier,
    certificate: String(provider.certificates[0]?.fingerprint),
    brand,
    tenDlcCampaign,
    tenDlcSet,
    webhook,
    campaign,
    batch,
    schedule,
    journey,
    call,
    queue,
    agentReason,
    workGroup,
    liveList,
    voicemail,
    queueCallback,
    disposition,
    routeTag,
    destination,
    terminalDestination,
    routeTest,
    ivr,
    approval,
  };
  return { world, key, cookie, marks: [...Object.values(world), `${name} `] };
}

const greeting = "https://client-assets.example.com/audio/leave-a-message.wav";

/** A destination that takes messages for a route tag. */
export const destinationBody = (routeTag: string, name: string) => ({
  name,
  routeTag,
  srcType: "call",
  dest: "voicemail",
  destType: "voicemail",
  priority: 1,
  description: "Voicemail",
  options: {
    timezone: -28,
    priority: 1,
    playUrl: greeting,
    recordTimeoutSec: 5,
    recordMaxLengthSec: 30,
    recordPlayBeep: false,
  },
  ruleDTO: { name: `rule_${name}` },
});

/** A destination of a terminal kind. */
export const inboxBody = (routeTag: string, name: string) => ({
  ...destinationBody(routeTag, name),
  srcType: "sms",
  dest: "general",
  destType: "inbox",
  options: { timezone: -28, priority: 1 },
});

/** The drawing that becomes the voicemail. */
export const voicemailDrawing = (routeDest: string) => ({
  nodes: [
    { id: "start", type: "start", data: { type: "start" } },
    { id: "callSrc", type: "inboundCall", data: { type: "call" } },
    {
      id: "voicemail-1",
      type: "callDestination",
      data: { type: "voicemail", label: "Voicemail", formData: { selectedAsset: greeting }, routeDest },
    },
  ],
  edges: [
    { id: "startCallSrc", source: "start", target: "callSrc" },
    { id: "callSrc-voicemail-1", source: "callSrc", target: "voicemail-1" },
  ],
});

/** A text that nothing answers. */
/** A test that expects the start node only. */
export const testBody = {
  title: "Starts",
  start: "2026-03-02T15:00:00Z",
  expects: { steps: [{ node: 1, outcome: "went" }], end: { status: "done" } },
};
export const routeTestBody = { srcType: "sms", from: "+12025550143", at: "2026-11-24T18:40" };

/** A brand that can be filed. */
export const brandSample = (displayName: string, ein = "123456789") => ({
  entityType: "PRIVATE_PROFIT",
  companyName: "The Shop Incorporated",
  displayName,
  ein,
  einIssuingCountry: "US",
  phone: "+12025550100",
  email: "owner@shop.example.com",
  website: "https://shop.example.com",
  street: "100 Market Street",
  city: "Washington",
  state: "DC",
  postalCode: "20001",
  country: "US",
  vertical: "RETAIL",
});

/** An IVR of one menu. */
export const ivrBody = (ivrName: string) => ({
  ivrName,
  configurationOptions: {
    ttsVoice: "en-us-standard-female-1",
    say: "Sorry?",
    maxAttemptsSay: "Goodbye.",
  },
  menus: [
    {
      menuId: "welcome",
      say: "Welcome.",
      options: [{ dtmfKey: 1, say: "To end the call, press 1.", actions: [{ type: "hangup", value: "" }] }],
    },
  ],
});

/** A saved workflow that sends one text. */
export const workflowText = (template: string): string =>
  JSON.stringify({
    schemaVersion: 1,
    startNode: 1,
    nodes: [
      { id: 1, type: "start", x: 250, y: 25, children: [2] },
      {
        id: 2,
        type: "smsSend",
        x: 250,
        y: 165,
        children: [3],
        smsTemplateId: template,
        smsTemplateName: "T",
        useAiRewording: false,
      },
      { id: 3, type: "control", x: 250, y: 305, children: [] },
    ],
    sections: { main: 1 },
  });

async function insertJourney(
  server: TestServer,
  of: { account: string; batch: string; campaign: string; contact: string },
) {
  const made = await server.api.db.tx([of.account], (q) =>
    q.one<{ id: string }>(
      `insert into journey (account_id, journey_id, batch_id, campaign_id, contact_id, starts_at, version)
       values ($1, trunkline_uuid7(), $2, $3, $4, now(), 1) returning journey_id id`,
      [of.account, of.batch, of.campaign, of.contact],
    ),
  );
  return made!.id;
}
