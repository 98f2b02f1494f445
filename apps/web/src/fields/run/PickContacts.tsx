import { MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type Contact, contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { useState } from "react";
import { listOf } from "../../api/queries.ts";
import { formatPhone } from "../../ui/text/formatFigure.ts";

interface Props {
  contactIds: string[];
  onChange: (contactIds: string[]) => void;
  error: string | undefined;
}

/** Selects contacts by name, phone or email. */
export function PickContacts({ contactIds, onChange, error }: Props) {
  const [search, setSearch] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [settled] = useDebouncedValue(search.trim(), 250);
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const query = { limit: 50, ...(settled !== "" && { search: settled }) };
  const found = useQuery({ ...listOf(contactRoutes.list, { query }), placeholderData: (before) => before });
  const rows = found.data ?? [];
  const shown = new Map(rows.map((row) => [row.contactId, nameOf(row)]));
  for (const id of contactIds) if (!shown.has(id)) shown.set(id, ownValue(names, id) ?? id);
  return (
    <MultiSelect
      aria-label="Contacts"
      placeholder="Search by name, phone or email"
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      // the server has already searched
      filter={({ options }) => options}
      data={[...shown].map(([value, label]) => ({ value, label }))}
      value={contactIds}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      onClick={() => setIsOpen(true)}
      onChange={(ids) => {
        // close the list, which covers the next button; typing or a click reopens it
        setIsOpen(false);
        setSearch("");
        setNames((before) => ({ ...before, ...Object.fromEntries(shown) }));
        onChange(ids);
      }}
      nothingFoundMessage={found.isPending ? "Loading…" : "No contacts found"}
      error={error}
    />
  );
}

const nameOf = ({ firstName, lastName, phone, email }: Contact): string =>
  [[firstName, lastName].filter(Boolean).join(" "), phone ? formatPhone(phone) : email].filter(Boolean).join(", ");
