import { voicemailDrawing, type World } from "./world.ts";

// What the samples of several calls carry.

let n = 0;
/** No name is made twice: most may be taken once only. */
export const fresh = () => `${Date.now().toString(36)}${(n++).toString(36)}`;
export const statements = [{ variable: "firstName", operation: "EXISTS" }];
export const savedReportBody = () => ({
  name: `Report ${fresh()}`,
  settings: { grouping: "campaign", period: "Last 7 days", measures: ["sent", "replyRate"] },
  schedule: null,
});
export const audienceBody = () => ({
  name: `Audience ${fresh()}`,
  statements: [{ variable: "city", operation: "EQUALS", value: "Miami" }],
});
export const campaignBody = (w: World) => ({ campaignName: `Workflow ${fresh()}`, numberSet: w.numberSet });
export const webhookBody = (w: World) => ({
  name: `Hook ${fresh()}`,
  callbackServerConfigId: w.connection,
  url: "http://127.0.0.1:9/",
  eventType: "campaign_workflow_callback",
});
export const connectionBody = () => ({
  name: `Connection ${fresh()}`,
  authHeaders: { Authorization: "Bearer secret" },
});
export const scheduleBody = () => ({
  dayOfWeek: 62,
  timeOfDay: "09:30",
  timezoneId: -20,
  createBatchRequest: { displayName: `Daily ${fresh()}`, statements },
});
export const carrierBody = () => ({
  name: `SMSC ${fresh()}`,
  host: "127.0.0.1",
  port: 9,
  tls: false,
  systemId: "us",
  password: "secret",
});
export const emailTemplateBody = () => ({
  templateTitle: "Order",
  subject: "Your order, ${firstName}",
  html: "<p>Thank you, ${firstName}</p>",
  text: "Thank you, ${firstName}",
});
export const templateBody = () => ({ templateTitle: `Title ${fresh()}`, templateText: "Hello" });

export const drawingOf = (w: World) => ({
  routeTag: w.routeTag,
  accountSid: w.account,
  workflow: JSON.stringify(voicemailDrawing(w.destination)),
});
