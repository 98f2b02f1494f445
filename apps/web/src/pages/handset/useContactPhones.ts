import { useQuery } from "@tanstack/react-query";
import { contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { listOf } from "../../api/queries.ts";

/** Somebody whose phone can be picked up. */
export interface ContactPhone {
  phone: string;
  name: string;
}

const most = 8;

/** Contacts whose phones can be picked up though nothing came to them yet: those who fit the search, else the newest. */
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

/** Whose phone it is, where a contact has that number. */
export const useNameOf = (phone: string): string | null =>
  useContactPhones(phone, true).find((one) => one.phone === phone)?.name || null;
