import type { Api } from "../http/handle.ts";
import { registerAgent } from "../routes/agents/agent.ts";
import { registerAgentQueue } from "../routes/agents/agentqueue.ts";
import { registerAgentReason } from "../routes/agents/agentReason.ts";
import { registerAgentReport } from "../routes/agents/agentReport.ts";
import { registerCallCenter } from "../routes/agents/callCenter.ts";
import { registerDial } from "../routes/agents/dial.ts";
import { registerLiveList } from "../routes/agents/livelist.ts";
import { registerPhone } from "../routes/agents/phone.ts";
import { registerQueueCallbacks } from "../routes/agents/queueCallback.ts";
import { registerWorkGroup } from "../routes/agents/workgroup.ts";
import { registerAi } from "../routes/ai/ai.ts";
import { registerDrafting } from "../routes/ai/drafting.ts";
import { registerAsset } from "../routes/assets/asset.ts";
import { registerAudit } from "../routes/audit/audit.ts";
import { registerCall } from "../routes/calls/call.ts";
import { registerSupervise } from "../routes/calls/supervise.ts";
import { registerVoicemail } from "../routes/calls/voicemail.ts";
import { registerCarrier } from "../routes/carriers/carrier.ts";
import { registerCarrierNumbers } from "../routes/carriers/carrierNumbers.ts";
import { registerCarrierOffers } from "../routes/carriers/carrierOffers.ts";
import { registerChanges } from "../routes/changes/changes.ts";
import { registerAudience } from "../routes/contacts/audience.ts";
import { registerContact } from "../routes/contacts/contact.ts";
import { registerContactDecision } from "../routes/contacts/contactDecision.ts";
import { registerContactExport } from "../routes/contacts/contactExport.ts";
import { registerContactHistory } from "../routes/contacts/contactHistory.ts";
import { registerContactImport } from "../routes/contacts/contactImport.ts";
import { registerContactJob } from "../routes/contacts/contactJob.ts";
import { registerDisposition } from "../routes/dispositions/disposition.ts";
import { registerGivenDisposition } from "../routes/dispositions/givenDisposition.ts";
import { registerDnc } from "../routes/doNotContact/dnc.ts";
import { registerDncImport } from "../routes/doNotContact/dncImport.ts";
import { registerOutbox } from "../routes/email/outbox.ts";
import { registerIdempotency } from "../routes/idempotency.ts";
import { registerAccount } from "../routes/identity/account.ts";
import { registerApiKey } from "../routes/identity/apikey.ts";
import { registerAuth } from "../routes/identity/auth.ts";
import { registerOperator } from "../routes/identity/operator.ts";
import { registerSaml } from "../routes/identity/saml.ts";
import { registerSession } from "../routes/identity/session.ts";
import { registerUser } from "../routes/identity/user.ts";
import { registerAssignmentRule } from "../routes/inbox/assignmentRule.ts";
import { registerInbox } from "../routes/inbox/inbox.ts";
import { registerInboxReport } from "../routes/inbox/inboxReport.ts";
import { registerPreview } from "../routes/inbox/preview.ts";
import { registerSavedReply } from "../routes/inbox/savedReply.ts";
import { registerThread } from "../routes/inbox/thread.ts";
import { registerViewer } from "../routes/inbox/viewer.ts";
import { registerExternal } from "../routes/integrations/external.ts";
import { registerExternalStatus } from "../routes/integrations/externalStatus.ts";
import { registerJourney } from "../routes/journeys/journey.ts";
import { registerMessage } from "../routes/messages/message.ts";
import { registerNotificationCenter } from "../routes/notifications/notificationCenter.ts";
import { registerNumber } from "../routes/numbers/number.ts";
import { registerNumberSet } from "../routes/numbers/numberset.ts";
import { registerBrand } from "../routes/registration/brand.ts";
import { registerTenDlcCampaign } from "../routes/registration/tenDlcCampaign.ts";
import { registerHome } from "../routes/reports/home.ts";
import { registerReport } from "../routes/reports/report.ts";
import { registerSavedReport } from "../routes/reports/savedReport.ts";
import { registerInboundDrawing } from "../routes/routing/inboundDrawing.ts";
import { registerInboundRoute } from "../routes/routing/inboundRoute.ts";
import { registerIvr } from "../routes/routing/ivr.ts";
import { registerBatch } from "../routes/runs/batch.ts";
import { registerDryRun } from "../routes/runs/dryRun.ts";
import { registerJourneyMove } from "../routes/runs/journeyMove.ts";
import { registerOutcome } from "../routes/runs/outcome.ts";
import { registerRunApproval } from "../routes/runs/runApproval.ts";
import { registerSchedule } from "../routes/runs/schedule.ts";
import { registerSimulator } from "../routes/simulator/simulator.ts";
import { registerSimulatorCalls } from "../routes/simulator/simulatorCall.ts";
import { registerEmailTemplate } from "../routes/templates/emailtemplate.ts";
import { registerRcs } from "../routes/templates/rcs.ts";
import { registerSmsTemplate } from "../routes/templates/smstemplate.ts";
import { registerCallback } from "../routes/webhooks/callback.ts";
import { registerApproval } from "../routes/workflows/approval.ts";
import { registerBundle } from "../routes/workflows/bundle.ts";
import { registerCampaign } from "../routes/workflows/campaign.ts";
import { registerDraft } from "../routes/workflows/draft.ts";
import { registerEditors } from "../routes/workflows/editors.ts";
import { registerWorkflowTag } from "../routes/workflows/workflowTag.ts";
import { registerWorkflowTest } from "../routes/workflows/workflowTests.ts";

/** Every resource of the API. A test fails if an endpoint of the contract has no handler. */
export const resources: ((api: Api) => void)[] = [
  registerAuth,
  registerSession,
  registerUser,
  registerWorkGroup,
  registerLiveList,
  registerApiKey,
  registerAccount,
  registerOperator,
  registerAudit,
  registerSmsTemplate,
  registerEmailTemplate,
  registerAsset,
  registerRcs,
  registerMessage,
  registerCall,
  registerSupervise,
  registerInbox,
  registerThread,
  registerPreview,
  registerExternalStatus,
  registerNotificationCenter,
  registerSavedReply,
  registerAssignmentRule,
  registerViewer,
  registerInboxReport,
  registerIvr,
  registerVoicemail,
  registerJourney,
  registerContactImport,
  registerContactExport,
  registerContactHistory,
  registerContactDecision,
  registerContact,
  registerAudience,
  registerContactJob,
  registerDnc,
  registerDncImport,
  registerDisposition,
  registerGivenDisposition,
  registerNumber,
  registerNumberSet,
  registerCarrier,
  registerCarrierNumbers,
  registerCarrierOffers,
  registerBrand,
  registerTenDlcCampaign,
  registerCallback,
  registerCampaign,
  registerDraft,
  registerApproval,
  registerEditors,
  registerWorkflowTag,
  registerWorkflowTest,
  registerReport,
  registerSavedReport,
  registerHome,
  registerBundle,
  registerInboundRoute,
  registerInboundDrawing,
  registerBatch,
  registerRunApproval,
  registerDryRun,
  registerOutcome,
  registerJourneyMove,
  registerSchedule,
  registerSimulator,
  registerSimulatorCalls,
  registerOutbox,
  registerExternal,
  registerSaml,
  registerAi,
  registerDrafting,
  registerAgentQueue,
  registerCallCenter,
  registerQueueCallbacks,
  registerAgent,
  registerAgentReason,
  registerAgentReport,
  registerDial,
  registerPhone,
  registerIdempotency,
  registerChanges,
];
