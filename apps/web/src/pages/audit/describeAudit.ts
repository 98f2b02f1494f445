import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";

/** Past participles for the verbs of actions. */
const done: Readonly<Record<string, string>> = {
  create: "created",
  update: "changed",
  delete: "deleted",
  remove: "removed",
  save: "saved",
  restore: "restored",
  start: "started",
  stop: "stopped",
  invite: "invited",
  join: "joined",
  revoke: "revoked",
  end: "ended",
  take: "added",
  release: "released",
  import: "imported",
  test: "tested",
  add: "added",
  give: "applied",
  reply: "replied to",
  archive: "archived",
  unarchive: "unarchived",
  cancel: "cancelled",
  pause: "paused",
  unpause: "unpaused",
  reconnect: "reconnected",
  renewSecret: "signing secret renewed",
  endOldSecret: "old signing secret ended",
  signIn: "signed in",
  signOut: "signed out",
  switchAccount: "account switched",
  password: "password changed",
};
/** Full descriptions, for actions whose subject and verb are not clear enough. */
const descriptions: Readonly<Record<string, string>> = {
  "account.linkDomain": "Short link domain changed",
  "agent.presence": "Agent's availability changed",
  "agent.take": "Contact answered from a queue",
  "agent.wrapUp": "Contact wrapped up",
  "agentReason.create": "Reason for being away created",
  "agentReason.order": "Order of the reasons for being away changed",
  "agentReason.update": "Reason for being away changed",
  "agentShift.save": "Planned shifts of an agent changed",
  "ai.draft": "Workflow drafted by the language model",
  "ai.explain": "Workflow explained by the language model",
  "ai.reword": "Text reworded",
  "ai.texts": "Texts written by the language model",
  "approval.approve": "Workflow approved",
  "approval.ask": "Approval of a workflow requested",
  "approval.decline": "Approval of a workflow declined",
  "approval.withdraw": "Request for approval withdrawn",
  "auth.recoveryCodes": "Recovery codes renewed",
  "auth.resetMail": "Password reset link emailed",
  "auth.resetPassword": "Password reset with a link",
  "auth.signInCode": "Sign-in code entered",
  "auth.twoFactorBegin": "Two-factor setup started",
  "auth.twoFactorOff": "Two-factor authentication turned off",
  "auth.twoFactorOn": "Two-factor authentication turned on",
  "batch.rate": "Run rate changed",
  "brand.confirm": "Brand contact confirmed",
  "brand.sendCode": "Code sent to a brand contact",
  "brand.vet": "Brand submitted for vetting",
  "dnc.federal": "Federal do-not-call list loaded",
  "dnc.federal.remove": "Federal do-not-call list removed",
  "dnc.import.cancel": "Do-not-contact import cancelled",
  "inbox.reply": "Conversation replied to",
  "inbox.update": "Conversation changed",
  "journeyMove.cancel": "Move of contacts cancelled",
  "journeyMove.pause": "Move of contacts paused",
  "journeyMove.resume": "Move of contacts continued",
  "journeyMove.simulate": "Move of contacts simulated",
  "journeyMove.start": "Move of contacts started",
  "journeyMove.undo": "Move of contacts undone",
  "notification.create": "Support notified",
  "workflowTest.create": "Test of a workflow created",
  "workflowTest.delete": "Test of a workflow deleted",
  "workflowTest.mustPass": "Setting for a workflow's tests changed",
  "workflowTest.update": "Test of a workflow changed",
  "call.supervise": "Call supervised",
  "phone.dial": "Call placed on the phone",
  "phone.pick": "Waiting caller answered",
  "phone.transfer": "Caller transferred",
  "campaign.tags": "Tags of a workflow changed",
  "route.tags": "Tags of an inbound workflow changed",
  "route.label": "Version of an inbound workflow named",
  "route.numbers": "Inbound workflow numbers changed",
  "saml.metadata": "Identity provider metadata uploaded",
  "saml.removeCertificate": "Identity provider certificate removed",
  "saml.update": "Single sign-on settings changed",
  "session.endOthers": "Other sessions ended",
  "tenDlcCampaign.simulate": "10DLC campaign status simulated",
  "user.endSession": "User session ended",
  "user.endSessions": "All sessions of a user ended",
  "user.renewInvitation": "Invitation renewed",
  "user.resetLink": "Password reset link created",
  "user.resetTwoFactor": "User's two-factor authentication reset",
  "voicemail.callBack": "Voicemail called back",
  "voicemail.mark": "Voicemail updated",
  "voicemail.transcribe": "Voicemail transcribed again",
  "workflow.label": "Version of a workflow named",
};
/** Subjects whose name does not follow from the action. */
const subjects: Readonly<Record<string, string>> = {
  auth: "Sign-in",
  campaign: "Workflow",
  smsTemplate: "Template",
  apiKey: "API key",
  dnc: "Do not contact",
  ivr: "IVR menu",
  rcsAgent: "RCS agent",
  rcsTemplate: "RCS message",
  external: "External integration",
  batch: "Run",
  ai: "Language model",
  inbox: "Conversation",
  route: "Inbound workflow",
  saml: "Single sign-on",
  tenDlcCampaign: "10DLC campaign",
};

const spaced = (text: string): string =>
  text.replace(/([a-z0-9])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The kind of thing that an action changes: `numberSet` is "Number set". */
export const describeSubject = (subject: string): string => ownValue(subjects, subject) ?? capital(spaced(subject));

/** The verb of an action: `dnc.import.cancel` is "imported, cancelled". */
const describeVerb = (action: string): string =>
  action
    .split(".")
    .slice(1)
    .map((verb) => ownValue(done, verb) ?? spaced(verb))
    .join(", ");

/** An action in one line: "Number set created". Actions of sign-in have no subject: "Signed in". */
export const describeAction = (action: string): string =>
  ownValue(descriptions, action) ??
  (action.startsWith("auth.")
    ? capital(describeVerb(action))
    : `${describeSubject(action.split(".")[0] ?? "")} ${describeVerb(action)}`.trim());

/** Formats one value of an entry. */
function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === "") return "---";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(formatValue).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A detail of an entry. `from` is the value before a change. */
export interface AuditDetailRow {
  key: string;
  label: string;
  from?: string;
  value: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The details of an entry in their saved order. */
export function describeDetails(data: Record<string, unknown> | null): AuditDetailRow[] {
  if (data === null) return [];
  const { from, to, ...rest } = data;
  const plain = (record: Record<string, unknown>): AuditDetailRow[] =>
    Object.entries(record).map(([key, value]) => ({ key, label: capital(spaced(key)), value: formatValue(value) }));
  if (!isRecord(from) || !isRecord(to)) return plain(data);
  const changes = [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((key) => formatValue(ownValue(from, key)) !== formatValue(ownValue(to, key)))
    .map((key) => ({
      key,
      label: capital(spaced(key)),
      from: formatValue(ownValue(from, key)),
      value: formatValue(ownValue(to, key)),
    }));
  return [...plain(rest), ...changes];
}

/** The details in one line, for the table. */
export const describeInOneLine = (data: Record<string, unknown> | null): string =>
  describeDetails(data)
    .map(({ label, from, value }) => `${label}: ${from === undefined ? value : `${from} → ${value}`}`)
    .join(" · ");
