/** Roles (readings, Roles). Owners and administrators hold every privilege, members the ones they are granted, viewers none. */
export const roles = ["owner", "administrator", "member", "viewer"] as const;
export type Role = (typeof roles)[number];

/** Every privilege with its label on the users page. */
export const privileges = {
  "workflow-edit": "Create, change and delete workflows and templates",
  "workflow-approve": "Approve and publish workflows where publishing needs approval",
  "workflow-run": "Start, pause and schedule runs",
  "run-approve": "Approve large runs of other users",
  "contact-admin": "Import, change and delete contacts",
  "number-admin": "Get and release numbers, change number sets",
  "dnc-admin": "Change the do-not-contact list",
  "inbox-use": "Read and answer the inbox",
  "inbox-admin": "Change saved replies and assignment rules of the inbox",
  "call-supervise": "Listen to and join calls of other users",
  "disposition-admin": "Create, change and delete dispositions",
  "ivr-admin": "Create, change and delete IVR menus",
  "registration-admin": "Register brands and 10DLC campaigns",
  "account-config-update": "Change settings, integrations and API keys",
  "user-admin": "Invite, change and remove users",
} as const;
export type Privilege = keyof typeof privileges;
export const privilegeNames = Object.keys(privileges) as [Privilege, ...Privilege[]];

/** Whether a user with this role and these grants holds the privilege. */
export const holds = (role: Role, granted: readonly string[], privilege: Privilege | null): boolean =>
  privilege === null ||
  role === "owner" ||
  role === "administrator" ||
  (role === "member" && granted.includes(privilege));
