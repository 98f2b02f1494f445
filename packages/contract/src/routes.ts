import { agentQueueRoutes, agentRoutes } from "./agents/agentqueue.ts";
import { agentReasonRoutes } from "./agents/agentReason.ts";
import { agentReportRoutes } from "./agents/agentReport.ts";
import { callCenterRoutes } from "./agents/callCenter.ts";
import { liveListRoutes } from "./agents/livelist.ts";
import { phoneRoutes } from "./agents/phone.ts";
import { queueCallbackRoutes } from "./agents/queueCallback.ts";
import { workGroupRoutes } from "./agents/workgroup.ts";
import { aiRoutes } from "./ai/ai.ts";
import { draftingRoutes } from "./ai/drafting.ts";
import { assetRoutes } from "./assets/asset.ts";
import { auditRoutes } from "./audit/audit.ts";
import { callRoutes } from "./calls/call.ts";
import { supervisionRoutes } from "./calls/supervision.ts";
import { voicemailRoutes } from "./calls/voicemail.ts";
import { carrierRoutes } from "./carriers/carrier.ts";
import { changeRoutes } from "./changes/change.ts";
import { audienceRoutes } from "./contacts/audience.ts";
import { contactRoutes } from "./contacts/contact.ts";
import { contactJobRoutes } from "./contacts/contactJob.ts";
import { dispositionRoutes } from "./dispositions/disposition.ts";
import { dncRoutes } from "./doNotContact/dnc.ts";
import { outboxRoutes } from "./email/outbox.ts";
import { idempotencyRoutes } from "./idempotency.ts";
import { accountRoutes } from "./identity/account.ts";
import { authRoutes, sessionRoutes } from "./identity/auth.ts";
import { operatorRoutes } from "./identity/operator.ts";
import { samlRoutes } from "./identity/saml.ts";
import { twoFactorRoutes } from "./identity/twoFactor.ts";
import { apiKeyRoutes, userRoutes } from "./identity/user.ts";
import { assignmentRuleRoutes } from "./inbox/assignmentRule.ts";
import { inboxRoutes } from "./inbox/inbox.ts";
import { inboxReportRoutes } from "./inbox/inboxReport.ts";
import { savedReplyRoutes } from "./inbox/savedReply.ts";
import { externalRoutes } from "./integrations/external.ts";
import { journeyRoutes } from "./journeys/journey.ts";
import { messageRoutes } from "./messages/message.ts";
import { notificationCenterRoutes } from "./notifications/notification.ts";
import { numberRoutes, numberSetRoutes } from "./numbers/number.ts";
import { brandRoutes } from "./registration/brand.ts";
import { notificationRoutes, tenDlcRoutes } from "./registration/tenDlcCampaign.ts";
import { homeRoutes } from "./reports/home.ts";
import { reportRoutes } from "./reports/report.ts";
import { savedReportRoutes } from "./reports/savedReport.ts";
import {
  inboundWorkflowRoutes,
  routeDestinationRoutes,
  routeTagRoutes,
  routeTestRoutes,
} from "./routing/inboundRoute.ts";
import { ivrRoutes } from "./routing/ivr.ts";
import { batchRoutes } from "./runs/batch.ts";
import { dryRunRoutes } from "./runs/dryRun.ts";
import { journeyMoveRoutes } from "./runs/journeyMove.ts";
import { outcomeRoutes } from "./runs/outcome.ts";
import { scheduleRoutes } from "./runs/schedule.ts";
import { simulatorRoutes } from "./simulator/simulator.ts";
import { emailTemplateRoutes } from "./templates/emailtemplate.ts";
import { rcsRoutes } from "./templates/rcs.ts";
import { smsTemplateRoutes } from "./templates/smstemplate.ts";
import { connectionRoutes, deliveryRoutes, webhookRoutes } from "./webhooks/callback.ts";
import { approvalRoutes } from "./workflows/approval.ts";
import { bundleRoutes } from "./workflows/bundle.ts";
import { campaignRoutes } from "./workflows/campaign.ts";
import { campaignVersionRoutes } from "./workflows/campaignVersion.ts";
import { inboundDraftRoutes, outboundDraftRoutes } from "./workflows/draft.ts";
import { inboundEditorRoutes, outboundEditorRoutes } from "./workflows/editors.ts";
import { workflowTagRoutes } from "./workflows/workflowTag.ts";
import { workflowTestRoutes } from "./workflows/workflowTests.ts";

/** Every endpoint by resource. The account and privilege test matrices use this table. */
export const routes = {
  auth: authRoutes,
  twoFactor: twoFactorRoutes,
  session: sessionRoutes,
  user: userRoutes,
  workGroup: workGroupRoutes,
  liveList: liveListRoutes,
  apiKey: apiKeyRoutes,
  account: accountRoutes,
  operator: operatorRoutes,
  contact: contactRoutes,
  audience: audienceRoutes,
  contactJob: contactJobRoutes,
  dnc: dncRoutes,
  disposition: dispositionRoutes,
  number: numberRoutes,
  numberSet: numberSetRoutes,
  carrier: carrierRoutes,
  brand: brandRoutes,
  tenDlcCampaign: tenDlcRoutes,
  notification: notificationRoutes,
  notificationCenter: notificationCenterRoutes,
  smsTemplate: smsTemplateRoutes,
  emailTemplate: emailTemplateRoutes,
  asset: assetRoutes,
  rcs: rcsRoutes,
  webhook: webhookRoutes,
  connection: connectionRoutes,
  delivery: deliveryRoutes,
  outboundDraft: outboundDraftRoutes,
  approval: approvalRoutes,
  outboundEditor: outboundEditorRoutes,
  campaign: campaignRoutes,
  campaignVersion: campaignVersionRoutes,
  bundle: bundleRoutes,
  workflowTag: workflowTagRoutes,
  workflowTest: workflowTestRoutes,
  inboundDraft: inboundDraftRoutes,
  inboundEditor: inboundEditorRoutes,
  routeDestination: routeDestinationRoutes,
  routeTest: routeTestRoutes,
  routeTag: routeTagRoutes,
  inboundWorkflow: inboundWorkflowRoutes,
  batch: batchRoutes,
  dryRun: dryRunRoutes,
  outcome: outcomeRoutes,
  journeyMove: journeyMoveRoutes,
  schedule: scheduleRoutes,
  report: reportRoutes,
  savedReport: savedReportRoutes,
  home: homeRoutes,
  message: messageRoutes,
  call: callRoutes,
  supervision: supervisionRoutes,
  inbox: inboxRoutes,
  savedReply: savedReplyRoutes,
  assignmentRule: assignmentRuleRoutes,
  inboxReport: inboxReportRoutes,
  ivr: ivrRoutes,
  voicemail: voicemailRoutes,
  journey: journeyRoutes,
  simulator: simulatorRoutes,
  idempotency: idempotencyRoutes,
  outbox: outboxRoutes,
  external: externalRoutes,
  saml: samlRoutes,
  ai: aiRoutes,
  drafting: draftingRoutes,
  callCenter: callCenterRoutes,
  queueCallback: queueCallbackRoutes,
  agentQueue: agentQueueRoutes,
  agent: agentRoutes,
  agentReason: agentReasonRoutes,
  agentReport: agentReportRoutes,
  phone: phoneRoutes,
  audit: auditRoutes,
  change: changeRoutes,
};
