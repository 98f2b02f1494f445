import { accountRoutes } from "./account.ts";
import { agentQueueRoutes, agentRoutes } from "./agentqueue.ts";
import { aiRoutes } from "./ai.ts";
import { assetRoutes } from "./asset.ts";
import { auditRoutes } from "./audit.ts";
import { authRoutes, sessionRoutes } from "./auth.ts";
import { batchRoutes } from "./batch.ts";
import { brandRoutes } from "./brand.ts";
import { callRoutes } from "./call.ts";
import { connectionRoutes, deliveryRoutes, webhookRoutes } from "./callback.ts";
import { campaignRoutes } from "./campaign.ts";
import { carrierRoutes } from "./carrier.ts";
import { contactRoutes } from "./contact.ts";
import { contactJobRoutes } from "./contactJob.ts";
import { dispositionRoutes } from "./disposition.ts";
import { dncRoutes } from "./dnc.ts";
import { externalRoutes } from "./external.ts";
import { inboundWorkflowRoutes, routeDestinationRoutes, routeTagRoutes, routeTestRoutes } from "./inboundRoute.ts";
import { inboxRoutes } from "./inbox.ts";
import { ivrRoutes } from "./ivr.ts";
import { journeyRoutes } from "./journey.ts";
import { liveListRoutes } from "./livelist.ts";
import { messageRoutes } from "./message.ts";
import { numberRoutes, numberSetRoutes } from "./number.ts";
import { outboxRoutes } from "./outbox.ts";
import { phoneRoutes } from "./phone.ts";
import { rcsRoutes } from "./rcs.ts";
import { reportRoutes } from "./report.ts";
import { samlRoutes } from "./saml.ts";
import { scheduleRoutes } from "./schedule.ts";
import { simulatorRoutes } from "./simulator.ts";
import { smsTemplateRoutes } from "./smstemplate.ts";
import { notificationRoutes, tenDlcRoutes } from "./tenDlcCampaign.ts";
import { twoFactorRoutes } from "./twoFactor.ts";
import { apiKeyRoutes, userRoutes } from "./user.ts";
import { voicemailRoutes } from "./voicemail.ts";
import { workGroupRoutes } from "./workgroup.ts";

/** Every call of the product by resource; the matrices of accounts and privileges walk this table. */
export const routes = {
  auth: authRoutes,
  twoFactor: twoFactorRoutes,
  session: sessionRoutes,
  user: userRoutes,
  workGroup: workGroupRoutes,
  liveList: liveListRoutes,
  apiKey: apiKeyRoutes,
  account: accountRoutes,
  contact: contactRoutes,
  contactJob: contactJobRoutes,
  dnc: dncRoutes,
  disposition: dispositionRoutes,
  number: numberRoutes,
  numberSet: numberSetRoutes,
  carrier: carrierRoutes,
  brand: brandRoutes,
  tenDlcCampaign: tenDlcRoutes,
  notification: notificationRoutes,
  smsTemplate: smsTemplateRoutes,
  asset: assetRoutes,
  rcs: rcsRoutes,
  webhook: webhookRoutes,
  connection: connectionRoutes,
  delivery: deliveryRoutes,
  campaign: campaignRoutes,
  routeDestination: routeDestinationRoutes,
  routeTest: routeTestRoutes,
  routeTag: routeTagRoutes,
  inboundWorkflow: inboundWorkflowRoutes,
  batch: batchRoutes,
  schedule: scheduleRoutes,
  report: reportRoutes,
  message: messageRoutes,
  call: callRoutes,
  inbox: inboxRoutes,
  ivr: ivrRoutes,
  voicemail: voicemailRoutes,
  journey: journeyRoutes,
  simulator: simulatorRoutes,
  outbox: outboxRoutes,
  external: externalRoutes,
  saml: samlRoutes,
  ai: aiRoutes,
  agentQueue: agentQueueRoutes,
  agent: agentRoutes,
  phone: phoneRoutes,
  audit: auditRoutes,
};
