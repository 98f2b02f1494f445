import type { routes } from "@trunkline/contract/routes.ts";
import springOffer from "../../../examples/spring-offer.json" with { type: "json" };
import { formOf } from "./formOf.ts";
import { testPassword } from "./server.ts";
import { destinationBody, routeTestBody, type World, workflowText } from "./world.ts";

type Routes = typeof routes;
/** `campaign.create` and so on: every call of the contract. */
export type RouteName = { [R in keyof Routes]: `${R}.${keyof Routes[R] & string}` }[keyof Routes];

/** One good request of a call, made of what an account owns. */
export interface Sample {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** A body that is not JSON. */
  csv?: string;
  /** The same, with its content type. */
  form?: { type: string; text: string };
}

let n = 0;
const fresh = () => `${Date.now().toString(36)}${(n++).toString(36)}`;
const statements = [{ variable: "firstName", operation: "EXISTS" }];
const campaign = (w: World) => ({ params: { campaignId: w.campaign } });
const batch = (w: World) => ({ params: { campaignId: w.campaign, batchId: w.batch } });
const campaignBody = (w: World) => ({ campaignName: `Workflow ${fresh()}`, numberSet: w.numberSet });
const webhookBody = (w: World) => ({
  name: `Hook ${fresh()}`,
  callbackServerConfigId: w.connection,
  url: "http://127.0.0.1:9/",
  eventType: "campaign_workflow_callback",
});
const connectionBody = () => ({ name: `Connection ${fresh()}`, authHeaders: { Authorization: "Bearer secret" } });
const scheduleBody = () => ({
  dayOfWeek: 62,
  timeOfDay: "09:30",
  timezoneId: -20,
  createBatchRequest: { displayName: `Daily ${fresh()}`, statements },
});
const carrierBody = () => ({
  name: `SMSC ${fresh()}`,
  host: "127.0.0.1",
  port: 9,
  tls: false,
  systemId: "us",
  password: "secret",
});
const templateBody = () => ({ templateTitle: `Title ${fresh()}`, templateText: "Hello" });

const inboxBody = (routeTag: string, name: string) => ({
  ...destinationBody(routeTag, name),
  ...{ srcType: "sms", dest: "general", destType: "inbox", options: { timezone: -28, priority: 1 } },
});
const drawingOf = (w: World) => ({
  routeTag: w.routeTag,
  accountSid: w.account,
  workflow: JSON.stringify({
    nodes: [{ id: "voicemail-1", type: "callDestination", data: { type: "voicemail", routeDest: w.destination } }],
    edges: [],
  }),
});

/** A sample for every call: a call without one does not compile, and the matrices call each. */
export const samples: Record<RouteName, (w: World) => Sample> = {
  "auth.entrance": () => ({}),
  "auth.signIn": () => ({ body: { email: "nobody@example.com", password: "not the password" } }),
  "auth.signOut": () => ({}),
  "auth.me": () => ({}),
  "auth.switchAccount": (w) => ({ body: { accountSid: w.account } }),
  "auth.password": () => ({ body: { current: testPassword, next: testPassword } }),
  "auth.setup": () => ({
    body: { token: "none", accountName: "A", name: "B", email: "c@example.com", password: testPassword },
  }),
  "auth.invitation": (w) => ({ params: { token: w.invitation } }),
  "auth.acceptInvitation": (w) => ({
    params: { token: w.invitation },
    body: { name: "Guest", password: testPassword },
  }),
  "session.list": () => ({}),
  "session.end": (w) => ({ params: { sessionId: w.session } }),
  "user.list": () => ({}),
  "user.invite": () => ({ body: { email: `${fresh()}@example.com`, role: "member", privileges: ["inbox-use"] } }),
  "user.update": (w) => ({ params: { userId: w.user }, body: { role: "viewer", privileges: [] } }),
  "user.remove": (w) => ({ params: { userId: w.user } }),
  "workGroup.list": () => ({}),
  "workGroup.create": (w) => ({ body: { name: `Group ${fresh()}`, members: [{ userId: w.user }] } }),
  "workGroup.find": (w) => ({ params: { workGroupId: w.workGroup } }),
  "workGroup.update": (w) => ({
    params: { workGroupId: w.workGroup },
    body: { name: `Group ${fresh()}`, members: [{ userId: w.user, weight: 2 }] },
  }),
  "workGroup.remove": (w) => ({ params: { workGroupId: w.workGroup } }),
  "apiKey.list": () => ({}),
  "apiKey.create": () => ({ body: { name: "Key", role: "viewer", privileges: [] } }),
  "apiKey.revoke": (w) => ({ params: { apiKeyId: w.apiKey } }),
  "account.find": () => ({}),
  "account.update": () => ({ body: { settings: { brandName: "Brand" } } }),
  "account.configuration": () => ({}),
  "account.timezones": () => ({}),
  "carrier.list": () => ({}),
  "carrier.find": (w) => ({ params: { connectionId: w.carrier } }),
  "carrier.create": () => ({ body: carrierBody() }),
  "carrier.update": (w) => ({ params: { connectionId: w.carrier }, body: carrierBody() }),
  "carrier.remove": (w) => ({ params: { connectionId: w.carrier } }),
  "carrier.test": (w) => ({ body: { ...carrierBody(), connectionId: w.carrier } }),
  "contact.list": () => ({ query: { search: "a", statements: JSON.stringify(statements) } }),
  "contact.create": () => ({ body: { email: `${fresh()}@example.com` } }),
  "contact.count": () => ({ body: { statements } }),
  "contact.find": (w) => ({ params: { contactId: w.contact } }),
  "contact.update": (w) => ({ params: { contactId: w.contact }, body: { lastName: "Changed" } }),
  "contact.archive": (w) => ({ params: { contactId: w.contact } }),
  "contact.unarchive": (w) => ({ params: { contactId: w.contact } }),
  "contact.history": (w) => ({ params: { contactId: w.contact } }),
  "contact.decisions": (w) => ({ query: { contactId: w.contact } }),
  "contact.export": (w) => ({ query: { contactIds: w.contact } }),
  "contact.import": () => ({ csv: "phone\n+12025550199\n", query: { fileName: "a.csv" } }),
  "contact.imports": () => ({}),
  "contact.findImport": (w) => ({ params: { importId: w.import } }),
  "contact.rejected": (w) => ({ params: { importId: w.import } }),
  "inbox.list": (w) => ({ query: { assigned: w.user } }),
  "inbox.find": (w) => ({ params: { contactId: w.contact } }),
  "inbox.texts": (w) => ({ params: { contactId: w.contact } }),
  "inbox.template": (w) => ({ params: { contactId: w.contact, templateId: w.template } }),
  "inbox.reply": (w) => ({ params: { contactId: w.contact }, body: { text: "On its way" } }),
  "inbox.update": (w) => ({ params: { contactId: w.contact }, body: { status: "closed", assignedTo: w.user } }),
  "dnc.list": () => ({}),
  "dnc.add": () => ({ body: { phone: "+12025550150", type: "sms" } }),
  "dnc.number": () => ({ params: { phone: "+12025550150" } }),
  "dnc.export": () => ({ query: { type: "sms" } }),
  "dnc.import": () => ({ csv: "phone\n+12025550199\n", query: { fileName: "stop.csv" } }),
  "dnc.imports": () => ({}),
  "dnc.federal": () => ({}),
  "dnc.loadFederal": () => ({ csv: "202,5550199\n", query: { fileName: "202.txt" } }),
  "dnc.removeFederal": () => ({ params: { areaCode: "202" } }),
  "dnc.remove": () => ({ body: { phone: "+12025550150", type: "sms" } }),
  "disposition.list": () => ({}),
  "disposition.tags": () => ({}),
  "disposition.create": (w) => ({
    body: { key: `Outcome ${fresh()}`, description: "Came of it", triggeredCampaignId: w.campaign },
  }),
  "disposition.update": (w) => ({ body: { key: w.disposition, description: "Changed", tags: ["callback"] } }),
  "disposition.remove": (w) => ({ body: { key: w.disposition } }),
  "disposition.give": (w) => ({ params: { contactId: w.contact }, body: { key: w.disposition } }),
  "disposition.given": (w) => ({ params: { contactId: w.contact } }),
  "number.list": () => ({}),
  "number.available": () => ({ query: { count: "2" } }),
  "number.take": (w) => ({ body: { phone: w.number } }),
  "number.update": (w) => ({ params: { phone: w.number }, body: { label: "Front desk" } }),
  "number.release": (w) => ({ params: { phone: w.number } }),
  "numberSet.list": () => ({}),
  "numberSet.create": (w) => ({ body: { name: `Set ${fresh()}`, phoneNumbers: [w.number] } }),
  "numberSet.find": (w) => ({ params: { numberSetId: w.numberSet } }),
  "numberSet.update": (w) => ({
    params: { numberSetId: w.numberSet },
    body: { name: `Set ${fresh()}`, phoneNumbers: [w.number] },
  }),
  "numberSet.remove": (w) => ({ params: { numberSetId: w.numberSet } }),
  "smsTemplate.list": () => ({}),
  "smsTemplate.create": () => ({ body: templateBody() }),
  "smsTemplate.find": (w) => ({ params: { templateId: w.template } }),
  "smsTemplate.update": (w) => ({ params: { templateId: w.template }, body: templateBody() }),
  "smsTemplate.remove": (w) => ({ params: { templateId: w.template } }),
  "asset.list": () => ({ query: { type: "inboundxml" } }),
  "asset.create": () => ({ form: formOf({ type: "inboundxml" }, { name: "hello.xml", text: "<Response/>" }) }),
  "asset.preview": () => ({
    body: {
      ...{ fileName: "none.png", message: "Hello", xval: 5000, yval: 5000 },
      ...{ font: "Lato-Black.ttf", fontSize: 10, rotate: 0, fontColor: "rgba(0,0,0,1)" },
    },
  }),
  "asset.remove": (w) => ({ params: { assetId: w.asset } }),
  "rcs.agents": () => ({}),
  "rcs.createAgent": () => ({ body: { agentId: `agent_${fresh()}`, name: "The Shop" } }),
  "rcs.findAgent": (w) => ({ params: { agentId: w.rcsAgent } }),
  "rcs.updateAgent": (w) => ({ params: { agentId: w.rcsAgent }, body: { name: "The Shop" } }),
  "rcs.removeAgent": (w) => ({ params: { agentId: w.rcsAgent } }),
  "rcs.templates": () => ({}),
  "rcs.createTemplate": () => ({
    body: { templateKey: `key_${fresh()}`, content: { type: "text", text: "Hello" } },
  }),
  "rcs.findTemplate": (w) => ({ params: { templateKey: w.rcsTemplate } }),
  "rcs.updateTemplate": (w) => ({
    params: { templateKey: w.rcsTemplate },
    body: { content: { type: "text", text: "Hello again" } },
  }),
  "rcs.removeTemplate": (w) => ({ params: { templateKey: w.rcsTemplate } }),
  "webhook.list": () => ({ query: { eventType: "sms_inbound" } }),
  "webhook.find": (w) => ({ params: { id: w.webhook } }),
  "webhook.create": (w) => ({ body: webhookBody(w) }),
  "webhook.update": (w) => ({ params: { id: w.webhook }, body: webhookBody(w) }),
  "webhook.remove": (w) => ({ params: { id: w.webhook, eventType: "campaign_workflow_callback" } }),
  "webhook.test": (w) => ({ body: { ...webhookBody(w), contactId: w.contact } }),
  "connection.list": () => ({}),
  "connection.find": (w) => ({ params: { id: w.connection } }),
  "connection.create": () => ({ body: connectionBody() }),
  "connection.update": (w) => ({ params: { id: w.connection }, body: connectionBody() }),
  "connection.remove": (w) => ({ params: { id: w.connection } }),
  "connection.removeNamed": (w) => ({ body: { id: w.connection } }),
  "delivery.list": (w) => ({ query: { webhookId: w.webhook, contactId: w.contact } }),
  "campaign.all": () => ({}),
  "campaign.list": () => ({}),
  "campaign.create": (w) => ({ body: campaignBody(w) }),
  "campaign.find": campaign,
  "campaign.update": (w) => ({ ...campaign(w), body: campaignBody(w) }),
  "campaign.remove": campaign,
  "campaign.workflow": campaign,
  "campaign.createWorkflow": (w) => ({ ...campaign(w), body: { workflow: workflowText(w.template) } }),
  "campaign.updateWorkflow": (w) => ({ ...campaign(w), body: { workflow: workflowText(w.template) } }),
  "campaign.versions": campaign,
  "campaign.restore": (w) => ({ params: { campaignId: w.campaign, version: "1" }, body: {} }),
  "campaign.counts": (w) => ({ ...campaign(w), query: { batchId: w.batch } }),
  "campaign.export": campaign,
  "campaign.import": () => ({
    body: { ...springOffer, campaign: { ...springOffer.campaign, campaignName: `Offer ${fresh()}` } },
  }),
  "campaign.status": (w) => ({ params: { contactId: w.contact } }),
  "schedule.list": () => ({ query: { recurring: "true", cancelled: "false" } }),
  "schedule.find": (w) => ({ params: { campaignId: w.campaign, eventId: w.schedule } }),
  "schedule.create": (w) => ({ ...campaign(w), body: scheduleBody() }),
  "schedule.update": (w) => ({
    params: { campaignId: w.campaign, eventId: w.schedule },
    body: { ...scheduleBody(), status: 0 },
  }),
  "batch.list": (w) => ({ query: { campaignId: w.campaign } }),
  "batch.find": batch,
  "batch.create": (w) => ({ ...campaign(w), body: { displayName: `Run ${fresh()}`, contactIds: [w.contact] } }),
  "batch.forecast": (w) => ({ ...campaign(w), body: { statements } }),
  "batch.update": (w) => ({ ...batch(w), body: { periodMs: 500 } }),
  "batch.start": (w) => ({ ...batch(w), body: {} }),
  "batch.stop": (w) => ({ ...batch(w), body: { mode: "pause" } }),
  "batch.cost": batch,
  "batch.filtered": batch,
  "report.run": (w) => ({ query: { campaignId: w.campaign } }),
  "message.list": (w) => ({ query: { campaignId: w.campaign, batchId: w.batch, contactId: w.contact } }),
  "call.list": (w) => ({ query: { campaignId: w.campaign, batchId: w.batch, contactId: w.contact } }),
  "message.export": (w) => ({ query: { campaignId: w.campaign, contactId: w.contact } }),
  "call.find": (w) => ({ params: { callId: w.call } }),
  "call.export": (w) => ({ query: { campaignId: w.campaign, contactId: w.contact } }),
  "call.counts": (w) => ({ query: { batchId: w.batch } }),
  "call.voices": () => ({}),
  "journey.list": (w) => ({ query: { batchId: w.batch, contactId: w.contact } }),
  "journey.find": (w) => ({ params: { journeyId: w.journey } }),
  "simulator.handsets": () => ({}),
  "simulator.handset": () => ({ params: { number: "+12025550143" } }),
  "simulator.calls": () => ({ params: { number: "+12025550143" } }),
  "simulator.call": (w) => ({ body: { from: "+12025550143", to: w.number } }),
  "simulator.act": (w) => ({ params: { callId: w.call }, body: { hangup: true } }),
  "simulator.message": (w) => ({ body: { from: "+12025550143", to: w.number, text: "yes" } }),
  "outbox.list": () => ({ query: { search: "a" } }),
  "external.list": () => ({ query: { keys: "mailgun,hubspot" } }),
  "external.save": () => ({ body: { provider: "mailgun", key: "domain", value: "mg.example.com" } }),
  "external.remove": () => ({ params: { provider: "sendgrid" } }),
  "external.test": () => ({ params: { provider: "sendgrid" } }),
  "ai.reword": () => ({ body: { text: "Hi there", type: "sms" } }),
  "agentQueue.list": () => ({}),
  "agentQueue.create": () => ({ body: { name: `Queue ${fresh()}` } }),
  "agentQueue.update": (w) => ({ params: { queueId: w.queue }, body: { open: true } }),
  "agentQueue.remove": (w) => ({ params: { queueId: w.queue } }),
  "agentQueue.waiting": (w) => ({ params: { queueId: w.queue } }),
  "agent.find": () => ({}),
  "agent.list": () => ({}),
  "agent.update": () => ({ body: { status: "available" } }),
  "agent.take": (w) => ({ body: { queueId: w.queue } }),
  "agent.script": (w) => ({ body: { holdId: w.journey } }),
  "agent.wrapUp": (w) => ({ body: { holdId: w.journey } }),
  "simulator.device": () => ({ params: { number: "+12025550143" } }),
  "simulator.updateDevice": () => ({ params: { number: "+12025550143" }, body: { rcs: false } }),
  "routeTag.list": () => ({}),
  "routeTag.find": (w) => ({ params: { routeTag: w.routeTag } }),
  "routeTag.create": () => ({ body: { routeTag: `Line ${fresh()}` } }),
  "routeTag.assign": (w) => ({
    params: { routeTag: w.routeTag },
    body: { numbers: [w.number], numberSetIds: [w.numberSet] },
  }),
  "routeTag.remove": (w) => ({ params: { routeTag: w.routeTag }, query: { forceDelete: "true" } }),
  "routeDestination.list": () => ({ query: { destType: "voicemail" } }),
  "routeDestination.ofTag": (w) => ({ params: { name: w.routeTag } }),
  "routeDestination.create": (w) => ({ body: destinationBody(w.routeTag, `dest_${fresh()}`) }),
  "routeDestination.update": (w) => ({
    params: { name: w.destination },
    body: { ...destinationBody(w.routeTag, w.destination), priority: 2 },
  }),
  "routeDestination.createTerminal": (w) => ({ body: inboxBody(w.routeTag, `dest_${fresh()}`) }),
  "routeDestination.updateTerminal": (w) => ({ body: inboxBody(w.routeTag, w.destination) }),
  "routeDestination.remove": (w) => ({ params: { name: w.destination } }),
  "routeTest.list": (w) => ({ params: { routeTag: w.routeTag } }),
  "routeTest.create": (w) => ({ params: { routeTag: w.routeTag }, body: routeTestBody }),
  "routeTest.remove": (w) => ({ params: { routeTag: w.routeTag }, body: { testId: w.routeTest } }),
  "inboundWorkflow.find": (w) => ({ params: { accountSid: w.account, routeTag: w.routeTag } }),
  "inboundWorkflow.create": (w) => ({ body: drawingOf(w) }),
  "inboundWorkflow.update": (w) => ({ body: drawingOf(w) }),
  "audit.list": (w) => ({ query: { target: w.campaign } }),
};
