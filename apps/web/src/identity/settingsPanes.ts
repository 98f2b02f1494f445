import type { Privilege } from "@trunkline/contract/identity/roles.ts";

/** What the panes of the settings are about. */
export const settingsGroups = ["Account", "Sending", "Security", "You"] as const;

interface Named {
  id: string;
  label: string;
  group: (typeof settingsGroups)[number];
  /** Users without this privilege do not see the pane. */
  privilege?: Privilege;
}

/** The panes of the settings in their order, group by group. */
export const settingsPanes = [
  { id: "profile", label: "Profile", group: "Account" },
  { id: "custom-fields", label: "Custom fields", group: "Account" },
  { id: "features", label: "Features", group: "Account" },
  { id: "call-center", label: "Call center", group: "Account" },
  { id: "retention", label: "Data retention", group: "Account" },
  { id: "legal-hours", label: "Legal hours", group: "Sending" },
  { id: "delivery", label: "Delivery", group: "Sending" },
  { id: "links", label: "Short links", group: "Sending" },
  { id: "limits", label: "Prices and limits", group: "Sending" },
  { id: "carriers", label: "Carriers", group: "Sending" },
  { id: "security", label: "Security", group: "Security" },
  { id: "api-keys", label: "API keys", group: "Security", privilege: "account-config-update" },
  { id: "notifications", label: "Notifications", group: "You" },
  { id: "sign-in", label: "Password and sessions", group: "You" },
] as const satisfies readonly Named[];
export type SettingsPane = (typeof settingsPanes)[number]["id"];

/** Whether a user may open a pane. */
export const isOffered = (pane: Named, may: (privilege: Privilege) => boolean): boolean =>
  pane.privilege === undefined || may(pane.privilege);
