import { setTimeout as pause } from "node:timers/promises";
import { waitLimitMs } from "../apps/server/test/waitLimit.ts";
import { type Account, savedForm, textWorkflow, waitingWorkflow } from "./account.ts";
import { unique } from "./page.ts";

/** Ids of what the pages show. */
export interface Things {
  campaignId: string;
  routeTag: string;
  batchId: string;
  dryRunId: string;
  approvalId: string;
  journeyId: string;
  contactId: string;
  templateId: string;
  emailTemplateId: string;
  numberSetId: string;
  audienceId: string;
  reportId: string;
  phone: string;
  workGroupId: string;
  callId: string;
  invitation: string;
  invitationId: string;
  reset: string;
  userId: string;
}

/** Every page of the product with its address. */
export const pages: Record<string, (things: Things) => string> = {
  "sign-in": () => "/login",
  setup: () => "/setup",
  "forgot password": () => "/forgot-password",
  "choose a new password": ({ reset }) => `/reset-password${new URL(reset).hash}`,
  "two-factor set-up": () => "/two-factor",
  "sign in by single sign-on": () => "/single-sign-on",
  invitation: ({ invitation }) => new URL(invitation).pathname,
  home: () => "/",
  "home, checklist": () => "/?checklist=yes",
  workflows: () => "/campaigns",
  "create workflow": () => "/campaigns/create",
  "create outbound workflow": () => "/campaigns/create?type=outbound",
  "inbound workflow editor": ({ routeTag }) => `/campaigns/workflow-inbound/edit/${encodeURIComponent(routeTag)}`,
  "new inbound workflow": () => "/campaigns/workflow-inbound/edit",
  "import workflows": () => "/campaigns/import",
  "workflow library": () => "/campaigns/library",
  "workflow of the library": () => "/campaigns/library?workflow=npsSurvey",
  "request for approval": ({ approvalId }) => `/campaigns/approval/${approvalId}`,
  "results of a workflow": ({ campaignId }) => `/campaigns/results/${campaignId}`,
  "workflow editor": ({ campaignId }) => `/campaigns/workflow-outbound/edit/${campaignId}`,
  "comparison of versions": ({ campaignId }) => `/campaigns/workflow-outbound/edit/${campaignId}?compare=1`,
  templates: () => "/templates",
  "create template": () => "/templates/create",
  "edit template": ({ templateId }) => `/templates/edit/${templateId}`,
  "RCS messages": () => "/templates/rcs",
  "create RCS message": () => "/templates/rcs/create",
  "edit RCS message": () => "/templates/rcs/edit/spring_offer",
  "e-mail templates": () => "/email-templates",
  "create e-mail template": () => "/email-templates/create",
  "edit e-mail template": ({ emailTemplateId }) => `/email-templates/edit/${emailTemplateId}`,
  assets: () => "/assets",
  webhooks: () => "/webhooks",
  connections: () => "/connections",
  "create webhook": () => "/webhooks/create",
  "create connection": () => "/webhooks/connection/create",
  "delivery log": () => "/webhooks/deliveries",
  enrollments: () => "/enrollments",
  "scheduled runs": () => "/enrollments/scheduled",
  "recurring runs": () => "/enrollments/recurring",
  "calendar of runs": () => "/enrollments/calendar",
  runners: () => "/runners",
  "create runner": ({ campaignId }) => `/runners/create?campaignId=${campaignId}`,
  run: ({ campaignId, batchId }) => `/enrollments/batch/${campaignId}/${batchId}`,
  "contacts on their way": ({ campaignId }) => `/enrollments/on-their-way/${campaignId}`,
  "dry run": ({ campaignId, dryRunId }) => `/enrollments/dryrun/${campaignId}/${dryRunId}`,
  journey: ({ journeyId }) => `/journeys/${journeyId}`,
  inbox: () => "/inbox",
  "saved replies": () => "/inbox/replies",
  "assignment rules": () => "/inbox/rules",
  "response times": () => "/inbox/times",
  conversation: ({ contactId }) => `/inbox/${contactId}`,
  messages: () => "/messages",
  calls: () => "/calls",
  callbacks: () => "/calls/callbacks",
  call: ({ callId }) => `/calls/${callId}`,
  reports: () => "/reports?grouping=campaign",
  "reports by day": () => "/reports",
  "saved report": ({ reportId }) => `/reports/${reportId}`,
  contacts: () => "/contacts",
  "import contacts": () => "/contacts/import",
  contact: ({ contactId }) => `/contacts/${contactId}`,
  "contact, edit": ({ contactId }) => `/contacts/${contactId}?edit=yes`,
  "contact, why not": ({ contactId }) => `/contacts/${contactId}?tab=why`,
  "why not, a number": ({ phone }) => `/contacts/why?phone=${encodeURIComponent(phone)}`,
  audiences: () => "/audiences",
  "create audience": () => "/audiences/create",
  "edit audience": ({ audienceId }) => `/audiences/edit/${audienceId}`,
  "do not contact": () => "/do-not-contact",
  "do not contact, a number": ({ phone }) => `/do-not-contact?number=${encodeURIComponent(phone)}`,
  "do not contact, import": () => "/do-not-contact?import=yes",
  "do not contact, federal list": () => "/do-not-contact?tab=federal",
  dispositions: () => "/dispositions",
  "edit disposition": () => "/dispositions?edit=No+answer",
  numbers: () => "/numbers",
  "number sets": () => "/number-sets",
  "create number set": () => "/number-sets/create",
  "edit number set": ({ numberSetId }) => `/number-sets/edit/${numberSetId}`,
  "business profiles": () => "/businessprofiles",
  "create brand": () => "/businessprofiles/create",
  "10DLC campaigns": () => "/businessprofiles?tab=campaigns",
  "create 10DLC campaign": () => "/businessprofiles/campaign/create",
  "call center": () => "/call-center",
  "calls in queues": () => "/call-center/calls",
  "call report": () => "/call-center/report",
  "agent report": () => "/call-center/agents",
  "agent queues": () => "/agent-queues",
  outbox: () => "/outbox",
  "external integrations": () => "/external-integration",
  "create external integration": () => "/external-integration/create",
  "single sign-on": () => "/external-integration/saml",
  users: () => "/users",
  "users, roles and privileges": () => "/users?tab=roles",
  user: ({ userId }) => `/users/${userId}`,
  "user, invited": ({ invitationId }) => `/users/${invitationId}`,
  "audit log": () => "/audit",
  "audit log, chain check": () => "/audit?check=yes",
  "work groups": () => "/workgroups",
  "create work group": () => "/workgroups/create",
  "edit work group": ({ workGroupId }) => `/workgroups/edit/${workGroupId}`,
  "IVR menus": () => "/ivr",
  "create IVR menu": () => "/ivr/create",
  "edit IVR menu": () => "/ivr/edit/main?menu=2",
  voicemail: () => "/voicemail",
  "live lists": () => "/live-lists",
  "create live list": () => "/live-lists/create",
  "edit live list": () => "/live-lists/edit/front-desk",
  "settings, profile": () => "/settings",
  "settings, custom fields": () => "/settings/custom-fields",
  "settings, features": () => "/settings/features",
  "settings, legal hours": () => "/settings/legal-hours",
  "settings, delivery": () => "/settings/delivery",
  "settings, call center": () => "/settings/call-center",
  "settings, short links": () => "/settings/links",
  "settings, data retention": () => "/settings/retention",
  "settings, prices and limits": () => "/settings/limits",
  "settings, security": () => "/settings/security",
  "settings, carriers": () => "/settings/carriers",
  "settings, API keys": () => "/settings/api-keys",
  "settings, password and sessions": () => "/settings/sign-in",
  handset: ({ phone }) => `/simulated-carrier/${phone}`,
  "not found": () => "/nowhere",
};
/** An IVR with a way back, and a menu that nothing leads to. */
const mainMenu = {
  ivrName: "main",
  configurationOptions: { ttsVoice: "en-us-standard-female-1", say: "Sorry?", maxAttemptsSay: "Goodbye." },
  menus: [
    { menuId: "welcome", to: ["sales"] },
    { menuId: "sales", to: ["welcome"] },
    { menuId: "closed", to: ["welcome"] },
  ].map(({ menuId, to }) => ({
    menuId,
    say: `This is ${menuId}.`,
    options: to.map((value, at) => ({
      dtmfKey: at + 1,
      say: `For ${value}, press ${at + 1}.`,
      actions: [
        { type: "say", value: "One moment." },
        { type: "nextMenu", value },
      ],
    })),
  })),
};
let things: Promise<Things> | undefined;

/** One of everything, made once: a text that was sent, so that every page has something to show. */
export function makeThings(account: Account): Promise<Things> {
  things ??= (async () => {
    const name = unique("Access");
    const numberSetId = await account.makeNumberSet(name);
    const templateId = await account.makeTemplate(name, "Hi ${firstName}, shall we?");
    const [email] = (
      await account.call("POST", "/v4/emailtemplate/", {
        templateTitle: name,
        subject: "Your order, ${firstName}",
        html: "<h1>Thank you, ${firstName}</h1><p>It leaves tomorrow.</p>",
      })
    ).payload;
    const { contactId, phone } = await account.makeContact("Ada", { lastName: "Access", city: "Juneau" });
    const audience = { name, statements: [{ variable: "firstName", operation: "EQUALS", value: name }] };
    const [made] = (await account.call("POST", "/v4/audience/", audience)).payload;
    const report = { name, settings: { view: "failures" } };
    const [savedReport] = (await account.call("POST", "/v4/report/", report)).payload;
    const campaignId = await account.makeWorkflow(name, numberSetId, textWorkflow(templateId, name));
    const [dryRun] = (await account.call("POST", `/v4/campaign/${campaignId}/dryrun/`, { contactIds: [contactId] }))
      .payload;
    const [approval] = (
      await account.call("POST", `/v4/campaign/${campaignId}/approval/`, {
        workflow: JSON.stringify(waitingWorkflow),
        basedOn: 1,
        note: "Wait before the next text",
      })
    ).payload;
    const batchId = await account.startRun(campaignId, [contactId], { displayName: name });
    const journeyId = await journeyOf(account, batchId);
    for (const when of [{ nextScheduled: Date.now() + 86_400_000 }, { dayOfWeek: 62, timeOfDay: "09:30" }])
      await account.call("POST", `/v4/campaign/${campaignId}/batch/schedule`, {
        ...when,
        timezoneId: -20,
        createBatchRequest: { displayName: name, statements: [] },
      });
    const { payload: users } = await account.call("GET", "/v4/user/");
    const members = users.filter(({ state }) => state === "active").map(({ userId }) => ({ userId }));
    const reset = await makeResetLink(account);
    const [group] = (await account.call("POST", "/v4/workgroup/", { name, members })).payload;
    const { payload: liveLists } = await account.call("GET", "/v4/livelist/all");
    if (!liveLists.some(({ listName }) => listName === "front-desk"))
      await account.call("POST", "/v4/livelist", {
        listName: "front-desk",
        clientIds: members.map(({ userId }) => userId),
      });
    const { payload: ivrs } = await account.call("GET", "/v4/ivr");
    if (!ivrs.some(({ ivrName }) => ivrName === "main")) {
      await account.call("POST", "/v4/route/tag/", { routeTag: "main" });
      await account.call("POST", "/v4/route/", JSON.parse(await savedForm("ivr.route")));
      await account.call("POST", "/v4/ivr", mainMenu);
    }
    const [set] = (await account.call("GET", `/v4/numberset/${numberSetId}/`)).payload;
    const numbers = (set?.["phoneNumbers"] ?? []) as string[];
    await account.call("POST", "/v4/simulator/message", { from: phone, to: numbers[0], text: "Shall we?" });
    const callId = await makeRoutedCall(account, phone, "front-desk");
    const address = `${name.replace(" ", ".")}@example.com`;
    const [invited] = (await account.call("POST", "/v4/user/", { email: address, role: "viewer", privileges: [] }))
      .payload;
    const routeTag = await account.makeRoute(name, "inbound.all");
    return {
      campaignId,
      routeTag,
      batchId,
      dryRunId: String(dryRun?.["dryRunId"]),
      approvalId: String(approval?.["approvalId"]),
      journeyId,
      contactId,
      templateId,
      emailTemplateId: String(email?.["templateId"]),
      numberSetId,
      audienceId: String(made?.["audienceId"]),
      reportId: String(savedReport?.["reportId"]),
      phone,
      workGroupId: String(group?.["workGroupId"]),
      callId,
      invitation: String(invited?.["invitationUrl"]),
      invitationId: String(invited?.["userId"]),
      reset,
      userId: String(members[0]?.userId),
    };
  })();
  return things;
}

/**
 * A call that an inbound workflow routed to a live list, and that the caller has ended. In a work group the caller might
 * hear that no agent is free before they hang up.
 */
async function makeRoutedCall(account: Account, from: string, liveList: string): Promise<string> {
  const routeTag = unique("routed").replace(" ", "-");
  const [free] = (await account.call("GET", "/v4/number/available?count=1")).payload;
  const [number] = (await account.call("POST", "/v4/number/", { phone: free?.["phone"] })).payload;
  await account.call("POST", "/v4/route/tag/", { routeTag });
  await account.call("POST", `/v4/route/tag/${routeTag}/numbers`, { numbers: [number?.["phone"]], numberSetIds: [] });
  await account.call("POST", "/v4/route/", {
    name: `dest_${routeTag}`,
    routeTag,
    srcType: "call",
    destType: "live-list",
    dest: liveList,
    description: "",
    priority: 1,
    options: { timezone: 0, priority: 1 },
    ruleDTO: { name: "rule", and: [], or: [] },
  });
  const [called] = (await account.call("POST", "/v4/simulator/call", { from, to: number?.["phone"] })).payload;
  const callId = String(called?.["callId"]);
  await account.call("POST", `/v4/simulator/call/${callId}/`, { hangup: true });
  return waitFor("a routed call that its caller abandoned", async () => {
    const [call] = (await account.call("GET", `/v4/call/${callId}/`)).payload;
    return call?.["status"] === "abandoned" && call["routeTag"] === routeTag ? callId : null;
  });
}

/** The journey of a run over one contact, once it has ended. */
const journeyOf = (account: Account, batchId: string): Promise<string> =>
  waitFor("the journey of a run", async () => {
    const [journey] = (await account.call("GET", `/v4/journey/?batchId=${batchId}`)).payload;
    return journey?.["status"] === "done" ? String(journey["journeyId"]) : null;
  });

/** Waits for an answer that is not null; not by vitest, which the script of the pictures runs without. */
async function waitFor<T>(what: string, ask: () => Promise<T | null>): Promise<T> {
  for (const end = Date.now() + waitLimitMs; Date.now() < end; await pause(200)) {
    const answer = await ask();
    if (answer !== null) return answer;
  }
  throw new Error(`Waited without success for ${what}`);
}

/** A link to choose a new password, for a user who has just joined. */
async function makeResetLink(account: Account): Promise<string> {
  const email = `${unique("forgetful").replace(" ", ".")}@example.com`;
  const [guest] = (await account.call("POST", "/v4/user/", { email, role: "viewer", privileges: [] })).payload;
  const url = new URL(String(guest?.["invitationUrl"]));
  await fetch(`${url.origin}/auth${url.pathname}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Fay Forgetful", password: "a password to forget" }),
  });
  const { payload } = await account.call("GET", "/v4/user/");
  const user = payload.find((one) => one["email"] === email);
  const [link] = (await account.call("POST", `/v4/user/${user?.["userId"]}/password-reset`)).payload;
  return String(link?.["resetUrl"]);
}
