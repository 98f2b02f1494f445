/** The closed list of reason codes: why something was not sent, not started or ended early, in plain words. A reason is not an error. */
export const reasons = {
  // before sending
  opted_out: "the contact has opted out",
  dnc: "the contact is on the do-not-contact list",
  federal_dnc: "the number is on the federal do-not-call list",
  no_phone: "the contact has no phone number",
  no_email: "the contact has no e-mail address",
  invalid_email: "the e-mail address is not one",
  invalid_phone: "the phone number cannot be called or texted",
  no_number: "the number set has no number to send from",
  no_text: "the text is empty",
  window: "the window closed before the carrier got it",
  paused: "the batch was paused",
  stopped: "the batch was stopped",
  cancelled: "it was cancelled",
  spend_limit: "the account's spend limit is reached",
  country_blocked: "the account does not send to this country",
  premium_blocked: "premium numbers are blocked",
  kill_switch: "sending is switched off for this account",
  unregistered: "the number is not registered for a 10DLC campaign",
  expired: "it was not sent in time",
  // at and after the carrier
  carrier_rejected: "the carrier refused it",
  carrier_unreachable: "the handset could not be reached",
  carrier_invalid_number: "the carrier does not know the number",
  carrier_landline: "the number is a landline",
  carrier_opted_out: "the carrier says that the contact has opted out",
  carrier_blocked: "the carrier blocked it",
  carrier_filtered: "the carrier filtered it as unwanted",
  carrier_throttled: "the carrier was sent too much at once",
  carrier_daily_cap: "the carrier's daily limit is reached",
  carrier_unregistered: "the carrier found no 10DLC campaign for the number",
  carrier_content: "the carrier refused the content",
  carrier_account: "the carrier refused the account",
  carrier_unavailable: "the carrier could not be reached",
  carrier_unknown: "the carrier gave no reason that is known",
  in_doubt: "nobody knows whether the carrier got it",
  // things asked of the world besides texts
  timed_out: "it took too long",
  effect_failed: "it could not be done",
  no_performer: "this version cannot do it",
  // how a call ended
  call_busy: "the line was busy",
  call_no_answer: "nobody answered",
  call_failed: "the call could not be put through",
  call_cancelled: "the call was taken back before anybody answered",
  call_machine: "a machine answered, and the call was ended",
  // e-mail
  email_simulated: "the account has no e-mail provider: nothing was sent, it stands in the outbox",
  email_not_connected: "the account has no key for this e-mail provider",
  email_rejected: "the e-mail provider refused it",
  email_account: "the e-mail provider refused the account's key",
  email_template: "the e-mail provider does not know the template",
  email_throttled: "the e-mail provider was sent too much at once",
  email_unavailable: "the e-mail provider could not be reached",
  // language model
  reworded: "in the language model's words",
  model_unavailable: "the language model could not be reached",
  model_refused: "the language model refused the question",
  model_unusable: "the language model's words could not be used",
  assist_ended: "the conversation has ended",
  assist_window: "the window of the conversation is closed",
  assist_long: "the conversation is too long",
  // agents
  agent_took: "an agent took the contact",
  agent_timeout: "no agent took the contact in time",
  queue_closed: "the queue is closed",
  // enrolment
  frequency: "the contact was in this workflow too recently",
  archived: "the contact is archived",
  already_enrolled: "the contact is in this run already",
  too_deep: "more than ten workflows enrolled one after another",
  // the definition
  template_deleted: "the message template does not exist any more",
  webhook_deleted: "the webhook does not exist any more",
  campaign_deleted: "the workflow does not exist any more",
  unknown_node: "there is no such node",
  unknown_kind: "nobody knows this kind of node",
  unknown_section: "there is no such section",
  broken_node: "the node cannot be run",
  broken_expression: "an expression cannot be computed",
  runaway: "more than 200 nodes without a wait",
  variables_too_large: "the variables of one contact take more than 64 kB",
  window_never_opens: "the window never opens",
  no_list_loaded: "no list loaded",
  no_model: "no language model is configured",
} as const;

export type Reason = keyof typeof reasons;

export const isReason = (code: string): code is Reason => Object.hasOwn(reasons, code);

/** The plain words of a reason code; any other text is for people already. */
export const reasonWords = (code: string): string => (isReason(code) ? reasons[code] : code);
