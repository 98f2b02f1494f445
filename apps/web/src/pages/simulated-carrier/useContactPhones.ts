import { useQuery } from "@tanstack/react-query";
import { contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { listOf } from "../../api/queries.ts";

/** A contact with a phone number. */
export interface ContactPhone {
  phone: string;
  name: string;
}

const most = 8;

/** Contacts with a phone that match the search, or the newest contacts. */
export function useContactPhones(search: string, isWanted: boolean): ContactPhone[] {
  const found = useQuery({
    ...listOf(contactRoutes.list, { query: { limit: most, ...(search && { search }) } }),
    enabled: isWanted,
    staleTime: 60_000,
  });
  if (!isWanted) return [];
  return (found.data ?? []).flatMap(({ phone, firstName, lastName }) =>
    phone === null ? [] : [{ phone, name: [firstName, lastName].filter(Boolean).join(" ") }],
  );
}

/** The name of the contact with this number, if any. */
export const useNameOf = (phone: string): string | null =>
  useContactPhones(phone, true).find((one) => one.phone === phone)?.name || null;
