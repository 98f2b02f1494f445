import { registerAccount } from "../routes/account.ts";
import { registerAgent } from "../routes/agent.ts";
import { registerAgentQueue } from "../routes/agentqueue.ts";
import { registerAi } from "../routes/ai.ts";
import { registerApiKey } from "../routes/apikey.ts";
import { registerAsset } from "../routes/asset.ts";
import { registerAudit } from "../routes/audit.ts";
import { registerAuth } from "../routes/auth.ts";
import { registerBatch } from "../routes/batch.ts";
import { registerBrand } from "../routes/brand.ts";
import { registerBundle } from "../routes/bundle.ts";
import { registerCall } from "../routes/call.ts";
import { registerCallback } from "../routes/callback.ts";
import { registerCampaign } from "../routes/campaign.ts";
import { registerCarrier } from "../routes/carrier.ts";
import { registerContact } from "../routes/contact.ts";
import { registerContactJob } from "../routes/contactJob.ts";
import { registerDisposition } from "../routes/disposition.ts";
import { registerDnc } from "../routes/dnc.ts";
import { registerDncImport } from "../routes/dncImport.ts";
import { registerExternal } from "../routes/external.ts";
import { registerGivenDisposition } from "../routes/givenDisposition.ts";
import { registerInboundDrawing } from "../routes/inboundDrawing.ts";
import { registerInboundRoute } from "../routes/inboundRoute.ts";
import { registerInbox } from "../routes/inbox.ts";
import { registerIvr } from "../routes/ivr.ts";
import { registerJourney } from "../routes/journey.ts";
import { registerLiveList } from "../routes/livelist.ts";
import { registerMessage } from "../routes/message.ts";
import { registerNumber } from "../routes/number.ts";
import { registerNumberSet } from "../routes/numberset.ts";
import { registerOutbox } from "../routes/outbox.ts";
import { registerPhone } from "../routes/phone.ts";
import { registerRcs } from "../routes/rcs.ts";
import { registerReport } from "../routes/report.ts";
import { registerSaml } from "../routes/saml.ts";
import { registerSchedule } from "../routes/schedule.ts";
import { registerSession } from "../routes/session.ts";
import { registerSimulator } from "../routes/simulator.ts";
import { registerSimulatorCalls } from "../routes/simulatorCall.ts";
import { registerSmsTemplate } from "../routes/smstemplate.ts";
import { registerTenDlcCampaign } from "../routes/tenDlcCampaign.ts";
import { registerUser } from "../routes/user.ts";
import { registerVoicemail } from "../routes/voicemail.ts";
import { registerWorkGroup } from "../routes/workgroup.ts";
import type { Api } from "./handle.ts";

/** Every resource of the API; a call of the contract without a handler fails a test. */
export const resources: ((api: Api) => void)[] = [
  registerAuth,
  registerSession,
  registerUser,
  registerWorkGroup,
  registerLiveList,
  registerApiKey,
  registerAccount,
  registerAudit,
  registerSmsTemplate,
  registerAsset,
  registerRcs,
  registerMessage,
  registerCall,
  registerInbox,
  registerIvr,
  registerVoicemail,
  registerJourney,
  registerContact,
  registerContactJob,
  registerDnc,
  registerDncImport,
  registerDisposition,
  registerGivenDisposition,
  registerNumber,
  registerNumberSet,
  registerCarrier,
  registerBrand,
  registerTenDlcCampaign,
  registerCallback,
  registerCampaign,
  registerReport,
  registerBundle,
  registerInboundRoute,
  registerInboundDrawing,
  registerBatch,
  registerSchedule,
  registerSimulator,
  registerSimulatorCalls,
  registerOutbox,
  registerExternal,
  registerSaml,
  registerAi,
  registerAgentQueue,
  registerAgent,
  registerPhone,
];
