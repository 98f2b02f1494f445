import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";

/** Words for what a verb of an action did. */
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
  take: "taken",
  release: "released",
  import: "imported",
  test: "tested",
  add: "added",
  give: "given",
  reply: "answered",
  archive: "archived",
  unarchive: "brought back",
  cancel: "cancelled",
  pause: "paused",
  unpause: "unpaused",
  reconnect: "bound anew",
  renewSecret: "given a new signing secret",
  endOldSecret: "left by its old signing secret",
  signIn: "signed in",
  signOut: "signed out",
  switchAccount: "account switched",
  password: "password changed",
};
/** Actions that their subject and verb alone do not tell. */
const wholes: Readonly<Record<string, string>> = {
  "account.linkDomain": "Domain of short links changed",
  "agent.presence": "Agent's availability changed",
  "agent.take": "Contact taken from a queue",
  "agent.wrapUp": "Agent finished with a contact",
  "ai.reword": "Text reworded",
  "auth.recoveryCodes": "Recovery codes made anew",
  "auth.resetMail": "Link to choose a new password mailed",
  "auth.resetPassword": "Password reset by a link",
  "auth.signInCode": "Code at sign-in",
  "auth.twoFactorBegin": "Two-factor sign-in begun",
  "auth.twoFactorOff": "Two-factor sign-in turned off",
  "auth.twoFactorOn": "Two-factor sign-in turned on",
  "batch.rate": "Rate of a run changed",
  "brand.confirm": "Brand's contact confirmed",
  "brand.sendCode": "Code sent to a brand's contact",
  "brand.vet": "Brand sent to vetting",
  "dnc.federal": "Federal do-not-call list loaded",
  "dnc.federal.remove": "Federal do-not-call list removed",
  "dnc.import.cancel": "Do not contact import cancelled",
  "inbox.reply": "Conversation answered",
  "inbox.update": "Conversation changed",
  "notification.create": "Support notified",
  "phone.pick": "Waiting caller taken",
  "phone.transfer": "Caller transferred",
  "route.numbers": "Numbers of an inbound workflow changed",
  "saml.metadata": "Metadata of the identity provider uploaded",
  "saml.removeCertificate": "Certificate of the identity provider removed",
  "saml.update": "Rules of single sign-on changed",
  "session.endOthers": "Other sessions ended",
  "tenDlcCampaign.simulate": "10DLC campaign moved on in the simulation",
  "user.endSession": "Session of a user ended",
  "user.endSessions": "Sessions of a user ended",
  "user.renewInvitation": "Invitation renewed",
  "user.resetLink": "Link to choose a new password made",
  "user.resetTwoFactor": "Two-factor sign-in of a user reset",
  "voicemail.callBack": "Voicemail called back",
  "voicemail.mark": "Voicemail marked",
};
/** Subjects whose name is not simply their words. */
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

/** What kind of thing an action is about: `numberSet` is "Number set". */
export const describeSubject = (subject: string): string => ownValue(subjects, subject) ?? capital(spaced(subject));

/** What was done to it: `dnc.import.cancel` is "imported, cancel". */
const describeVerb = (action: string): string =>
  action
    .split(".")
    .slice(1)
    .map((verb) => ownValue(done, verb) ?? spaced(verb))
    .join(", ");

/** An action in one line: "Number set created". What people did to themselves needs no subject: "Signed in". */
export const describeAction = (action: string): string =>
  ownValue(wholes, action) ??
  (action.startsWith("auth.")
    ? capital(describeVerb(action))
    : `${describeSubject(action.split(".")[0] ?? "")} ${describeVerb(action)}`.trim());

/** One value of an entry as people read it. */
function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === "") return "---";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(formatValue).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** What an entry tells: where something was before, with before and after. */
export interface Told {
  key: string;
  label: string;
  from?: string;
  value: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The details of an entry in the order that they were written in. */
export function describeDetails(data: Record<string, unknown> | null): Told[] {
  if (data === null) return [];
  const { from, to, ...rest } = data;
  const plain = (record: Record<string, unknown>): Told[] =>
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
