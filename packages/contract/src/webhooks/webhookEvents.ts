/** Event types of webhooks with what each tells (spec 2 §3.6); `coming`: the area whose arrival produces it. */
export const webhookEvents = {
  call_completion: { words: "A call has ended" },
  call_dialing: { words: "A call is being placed" },
  call_in_progress: { words: "A call has been answered" },
  campaign_status: { words: "A run was started, paused or stopped, or is done" },
  campaign_workflow_callback: { words: "A contact reaches the Webhook node of a workflow" },
  sms_inbound: { words: "A text or RCS message came in" },
  voicemail: { words: "Somebody left a voicemail on a call; its recording is told as well" },
  recording: { words: "A recording is ready" },
  sms_outbound: { words: "A text or RCS message was taken by the carrier, delivered, or not, and why" },
  webrtc_user_status: { words: "A user's phone in the browser is available, away, on a call or closed" },
  live_list_status: { words: "A caller came to a live list, was picked up by somebody, or left it" },
  dispo_status: { words: "A disposition was given to a contact or a call" },
  call_threshold: { words: "Calls a minute rose over the account's threshold" },
  call_threshold_reset: { words: "Calls a minute fell below the account's threshold again" },
  contact_add: { words: "A contact was added, by people, the API, an import or a text from a new number" },
  contact_archive: { words: "A contact was archived" },
  contact_edit: { words: "A contact was changed, by people, the API, an import or an Edit Contact node" },
  contact_unarchive: { words: "A contact was brought back" },
  reputation_status: { words: "A number's delivery rate fell too low, or recovered" },
  dnc: { words: "A number was put on the do-not-contact list, or taken off" },
  inroute: { words: "A call or a text was routed by an inbound workflow" },
  dynamic_script: { words: "An agent opens a conversation: the answer is the script that the agent sees" },
} as const satisfies Record<string, { words: string; coming?: string }>;
export type WebhookEvent = keyof typeof webhookEvents;
export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]];

/** As spec 1 §3.9 spells some: read, and neither stored nor shown (readings, Create and clone). */
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

/** The variables that an event fills besides those of its contact, each with a sample value (spec 2 §3.6). */
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
