/** Webhook event types with their descriptions (spec 2 §3.6). */
export const webhookEvents = {
  call_completion: "A call has ended",
  call_dialing: "A call is being placed",
  call_in_progress: "A call has been answered",
  campaign_status: "A run was started, paused or stopped, or is done",
  campaign_workflow_callback: "A contact reaches the Webhook node of a workflow",
  sms_inbound: "A text or RCS message was received",
  voicemail: "A caller left a voicemail. The event includes the recording",
  recording: "A recording is ready",
  sms_outbound: "A text or RCS message was accepted by the carrier, delivered, or failed",
  webrtc_user_status: "A user's phone in the browser is available, away, on a call or closed",
  live_list_status: "A caller joined a live list, was answered, or left it",
  dispo_status: "A disposition was applied to a contact or a call",
  call_threshold: "Calls per minute rose above the account's threshold",
  call_threshold_reset: "Calls per minute fell below the account's threshold again",
  contact_add: "A contact was added by a user, the API, an import or a text from a new number",
  contact_archive: "A contact was archived",
  contact_edit: "A contact was changed by a user, the API, an import or an Edit Contact node",
  contact_unarchive: "A contact was unarchived",
  reputation_status: "A number's delivery rate fell too low, or recovered",
  dnc: "A number was added to or removed from the do-not-contact list",
  inroute: "An inbound workflow routed a call or text",
  dynamic_script: "An agent opens a conversation. The answer is the script shown to the agent",
} as const satisfies Record<string, string>;
export type WebhookEvent = keyof typeof webhookEvents;
export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]];

/** The spellings of spec 1 §3.9 that differ. They are accepted, and neither stored nor shown (readings, Create and clone). */
export const oddSpellings = {
  camapign_status: "campaign_status",
  Campaign_workflow_callback: "campaign_workflow_callback",
} as const satisfies Record<string, WebhookEvent>;

/** An event type in its own spelling. */
export const spelt = <Name extends string>(name: Name): Exclude<Name, keyof typeof oddSpellings> | WebhookEvent =>
  Object.hasOwn(oddSpellings, name)
    ? oddSpellings[name as keyof typeof oddSpellings]
    : (name as Exclude<Name, keyof typeof oddSpellings>);

const ids = {
  contactid: "0198c0de-0000-7000-8000-0000000000c1",
  campaignid: "0198c0de-0000-7000-8000-0000000000a1",
  batchid: "0198c0de-0000-7000-8000-0000000000b1",
};
const call = {
  callid: "0198c0de-0000-7000-8000-0000000000e1",
  direction: "out",
  from: "+12025550101",
  to: "+13035550123",
  ...ids,
};
const answered = { ...call, status: "in_progress", answeredby: "human" };
const recorded = {
  ...answered,
  recordingurl: "https://trunkline.example/assets/0198c0de/recording.wav",
  recordingseconds: "12",
};
const contact = { contactid: ids.contactid, source: "api" };

/** The variables of each event besides those of its contact, with sample values (spec 2 §3.6). */
export const eventSamples: Readonly<Partial<Record<WebhookEvent, Readonly<Record<string, string>>>>> = {
  call_completion: { ...answered, status: "completed", duration: "42", digits: "1", reason: "call_machine" },
  call_dialing: { ...call, status: "ringing" },
  call_in_progress: answered,
  campaign_status: {
    campaignid: ids.campaignid,
    batchid: ids.batchid,
    displayname: "Spring offer",
    status: "running",
  },
  campaign_workflow_callback: {
    ...ids,
    journeyid: "0198c0de-0000-7000-8000-0000000000d1",
    node: "4",
  },
  sms_inbound: {
    messageid: "0198c0de-0000-7000-8000-0000000000f1",
    contactid: ids.contactid,
    from: "+13035550123",
    to: "+12025550101",
    text: "Yes please",
    mediaurl: "https://media.example/photo.jpg",
  },
  voicemail: { ...recorded, digits: "1" },
  recording: recorded,
  sms_outbound: {
    messageid: "0198c0de-0000-7000-8000-0000000000f1",
    channel: "sms",
    from: "+12025550101",
    to: "+13035550123",
    text: "Hi Ann, the offer of Boston ends soon.",
    status: "undelivered",
    reason: "carrier_unreachable",
    ...ids,
  },
  call_threshold: { callsperminute: "121", threshold: "120" },
  call_threshold_reset: { callsperminute: "118", threshold: "120" },
  contact_add: contact,
  contact_archive: contact,
  contact_edit: contact,
  contact_unarchive: contact,
  reputation_status: {
    phone: "+12025550101",
    status: "low",
    deliveredpercent: "71.3",
    delivered: "713",
    failed: "287",
    threshold: "80",
    hours: "24",
  },
  dispo_status: {
    contactid: ids.contactid,
    disposition: "Callback requested",
    description: "The contact asked to be called at another time",
    tags: "contacted,callback",
    phone: "+13035550123",
    by: "Bea Agent",
    callid: call.callid,
    note: "Tuesday at nine",
  },
  dnc: { phone: "+13035550123", type: "sms,rcs", action: "add", source: "reply" },
  inroute: {
    messageid: "0198c0de-0000-7000-8000-0000000000f1",
    callid: "0198c0de-0000-7000-8000-0000000000e1",
    contactid: ids.contactid,
    channel: "sms",
    from: "+13035550123",
    to: "+12025550101",
    routetag: "support",
    destination: "dest_support_01",
    desttype: "inbox",
    dest: "orders",
    outcome: "delivered",
    reason: "The workflow does not exist, or was never saved",
  },
  webrtc_user_status: { userid: "0198c0de-0000-7000-8000-0000000000a9", name: "Bea Agent", status: "on_call" },
  live_list_status: {
    listname: "front-desk",
    status: "pickup",
    callid: call.callid,
    from: "+13035550123",
    to: "+12025550101",
    by: "Bea Agent",
  },
  dynamic_script: {
    where: "queue",
    holdid: "0198c0de-0000-7000-8000-0000000000d2",
    callid: "",
    contactid: ids.contactid,
    campaignid: ids.campaignid,
    queue: "Sales",
    phone: "+13035550123",
    agent: "Bea Agent",
  },
};

/** The names of an event's own variables. */
export const variablesOfEvent = (eventType: string): readonly string[] =>
  Object.keys(eventSamples[eventType as WebhookEvent] ?? {});
