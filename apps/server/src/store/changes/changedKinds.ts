import type { ChangeKind } from "@trunkline/contract/changes/change.ts";

/** The tables whose rows are shown on pages, by what their changes are announced as (decision 0112). */
const tablesOf: Record<ChangeKind, readonly string[]> = {
  contact: [
    "contact",
    "contact_import",
    "contact_job",
    "audience",
    "given_disposition",
    "disposition",
    "disposition_work_group",
  ],
  doNotContact: ["dnc", "dnc_import", "federal_dnc", "federal_dnc_area"],
  workflow: [
    "campaign",
    "workflow_version",
    "workflow_approval",
    "version_label",
    "route",
    "route_version",
    "route_number",
    "route_number_set",
    "route_destination",
    "route_test",
    "ivr",
    "ivr_archived",
  ],
  run: ["batch", "schedule", "run_approval", "journey_move", "dry_run"],
  message: ["message"],
  conversation: ["conversation", "saved_reply", "assignment_rule"],
  call: ["call", "call_offer", "caller", "queue_stay", "queue_callback", "agent_hold", "voicemail"],
  // presence is written every few seconds while a phone is open, its states only when they change
  agent: [
    "agent_state",
    "agent_reason",
    "agent_shift",
    "agent_queue",
    "work_group",
    "work_group_member",
    "live_list",
    "live_list_member",
  ],
  notification: ["notification", "notification_choice"],
  number: ["number", "number_set", "number_set_number"],
  template: ["sms_template", "email_template", "rcs_agent", "rcs_template"],
  webhook: ["webhook", "connection"],
  report: ["saved_report"],
};

/** The tables of `tablesOf` by name. */
export const kindOfTable: ReadonlyMap<string, ChangeKind> = new Map(
  Object.entries(tablesOf).flatMap(([kind, tables]) =>
    tables.map((table): [string, ChangeKind] => [table, kind as ChangeKind]),
  ),
);

const writes = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?"?([a-z_]+)/gi;
const mostKnown = 5_000;
const known = new Map<string, ReadonlySet<ChangeKind>>();

/** What a statement may change. It is read from its text, once for each text. */
export function kindsOfStatement(text: string): ReadonlySet<ChangeKind> {
  const found = known.get(text);
  if (found !== undefined) return found;
  // texts that are composed at run time come in ever new forms
  if (known.size >= mostKnown) known.clear();
  const kinds = new Set<ChangeKind>();
  for (const [, table = ""] of text.matchAll(writes)) {
    const kind = kindOfTable.get(table.toLowerCase());
    if (kind !== undefined) kinds.add(kind);
  }
  known.set(text, kinds);
  return kinds;
}
