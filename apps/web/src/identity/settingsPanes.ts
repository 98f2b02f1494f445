import type { Privilege } from "@trunkline/contract/identity/roles.ts";

interface Named {
  id: string;
  label: string;
  /** Users without this privilege do not see the pane. */
  privilege?: Privilege;
}

/** The panes of the settings in their order. */
export const settingsPanes = [
  { id: "profile", label: "Profile" },
  { id: "custom-fields", label: "Custom fields" },
  { id: "features", label: "Features" },
  { id: "legal-hours", label: "Legal hours" },
  { id: "delivery", label: "Delivery" },
  { id: "call-center", label: "Call center" },
  { id: "links", label: "Short links" },
  { id: "limits", label: "Prices and limits" },
  { id: "retention", label: "Data retention" },
  { id: "security", label: "Security" },
  { id: "carriers", label: "Carriers" },
  { id: "api-keys", label: "API keys", privilege: "account-config-update" },
  { id: "notifications", label: "Notifications" },
  { id: "sign-in", label: "Password and sessions" },
] as const satisfies readonly Named[];
export type SettingsPane = (typeof settingsPanes)[number]["id"];

/** Whether a user may open a pane. */
export const isOffered = (pane: Named, may: (privilege: Privilege) => boolean): boolean =>
  pane.privilege === undefined || may(pane.privilege);
