import { useQuery } from "@tanstack/react-query";
import { accountRoutes } from "@trunkline/contract/identity/account.ts";
import { activityVariables } from "@trunkline/workflow/parts/activity.ts";
import { contactFields } from "@trunkline/workflow/parts/variables.ts";
import { useMemo } from "react";
import { oneOf } from "./queries.ts";

/** A selectable contact field. */
export interface ContactFieldOption {
  value: string;
  label: string;
  note?: string;
  /** Its heading in a list. */
  group?: string;
}

const ownFields: readonly ContactFieldOption[] = contactFields.map((name) => ({ value: name, label: name }));

/** What only lists and runs can filter by: dispositions, and channels on the do-not-contact list. */
export const givenFields: readonly ContactFieldOption[] = [
  { value: "disposition", label: "disposition", note: "The most recent one" },
  { value: "dispositions", label: "dispositions", note: "All of them, separated by commas" },
  { value: "options.dnc", label: "do not contact", note: "Blocked channels: call, sms, rcs" },
];

/** What contacts got and did, which lists and runs can filter by. */
export const activityFields: readonly ContactFieldOption[] = activityVariables.map((one) => ({
  ...one,
  group: "Activity",
}));

/** The standard and custom contact fields (spec 2 §7.3). */
export function useContactFields(): {
  customFields: string[];
  options: readonly ContactFieldOption[];
  isError: boolean;
  error: unknown;
} {
  const { data, isError, error } = useQuery(oneOf(accountRoutes.configuration));
  return useMemo(() => {
    const customFields = readNames(data?.custom_fields);
    const options = [...ownFields, ...customFields.map((name) => ({ value: name, label: name, note: "Custom field" }))];
    return { customFields, options, isError, error };
  }, [data, isError, error]);
}

/** The custom field names: a JSON list as text (spec 2 §7.3). */
function readNames(text: string | undefined): string[] {
  if (text === undefined) return [];
  const names: unknown = JSON.parse(text);
  return Array.isArray(names) ? names.map((name) => String(name).toLowerCase()) : [];
}
