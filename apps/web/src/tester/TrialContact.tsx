import { Checkbox, Select, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import type { Contact } from "@trunkline/workflow/engine/world.ts";
import { blocks, dncBits, refusedBits } from "@trunkline/workflow/parts/phone/dnc.ts";
import { recipientZones } from "@trunkline/workflow/parts/time/recipientZones.ts";
import { timezones } from "@trunkline/workflow/parts/time/timezones.ts";
import { useState } from "react";
import { listOf } from "../api/queries.ts";
import { contactName, playedContact, sampleContact } from "./sampleContact.ts";
import classes from "./Tester.module.css";

const zoneOptions = [...new Map(timezones.map(({ name, zone }) => [zone, name]))].map(([value, label]) => ({
  value,
  label,
}));

/** Who tries the workflow out: a contact of the account or an invented one, whose values can be changed for the try. */
export function TrialContact({ contact, change }: { contact: Contact; change: (contact: Contact) => void }) {
  const edit = (part: Partial<Contact>) => change(located({ ...contact, ...part }));
  const text = (label: string, field: "firstName" | "lastName" | "phone" | "email" | "state" | "postalCode") => (
    <TextInput
      size="xs"
      label={label}
      value={contact[field] ?? ""}
      onChange={(event) => edit({ [field]: event.currentTarget.value === "" ? null : event.currentTarget.value })}
    />
  );
  return (
    <Stack gap={12} component="section" aria-label="Contact of the try">
      <PickContact contact={contact} pick={change} />
      <div className={classes["two"]}>
        {text("First Name", "firstName")}
        {text("Last Name", "lastName")}
        {text("Phone", "phone")}
        {text("Email", "email")}
        {text("State", "state")}
        {text("Postal Code", "postalCode")}
      </div>
      <Select
        size="xs"
        label="Time Zone"
        description={contact.zonesFrom === "contact" ? undefined : `Without one, ${contact.zones.join(", ")} applies`}
        placeholder="From postal code, state or area code"
        clearable
        searchable
        data={zoneOptions}
        value={contact.zonesFrom === "contact" ? (contact.zones[0] ?? null) : null}
        onChange={(zone) =>
          change(
            zone === null
              ? located({ ...contact, zonesFrom: "unknown" })
              : { ...contact, zones: [zone], zonesFrom: "contact" },
          )
        }
      />
      <FieldLines key={contact.contactId} contact={contact} edit={edit} />
      <Consent contact={contact} edit={edit} />
    </Stack>
  );
}

/** The zones follow the place unless the contact has its own. */
function located(contact: Contact): Contact {
  if (contact.zonesFrom === "contact") return contact;
  const { zones, from } = recipientZones(contact);
  return { ...contact, zones, zonesFrom: from };
}

function PickContact({ contact, pick }: { contact: Contact; pick: (contact: Contact) => void }) {
  const [search, setSearch] = useState("");
  const [settled] = useDebouncedValue(search.trim(), 250);
  const name = contactName(contact);
  const wanted = settled === name ? "" : settled;
  const query = { limit: 50, ...(wanted !== "" && { search: wanted }) };
  const found = useQuery({ ...listOf(contactRoutes.list, { query }), placeholderData: (before) => before });
  const rows = found.data ?? [];
  const options = [
    { value: sampleContact.contactId, label: "Invented contact" },
    ...rows.map((row) => ({ value: row.contactId, label: contactName(row) })),
  ];
  const isListed = options.some(({ value }) => value === contact.contactId);
  return (
    <Select
      size="xs"
      label="Contact"
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      // the server has already searched
      filter={({ options: all }) => all}
      data={isListed ? options : [...options, { value: contact.contactId, label: name }]}
      value={contact.contactId}
      allowDeselect={false}
      nothingFoundMessage={found.isPending ? "Loading…" : "No contacts found"}
      error={found.isError ? "The contacts could not be loaded" : undefined}
      onChange={(id) => {
        const row = rows.find(({ contactId }) => contactId === id);
        if (row !== undefined) pick(playedContact(row));
        else if (id === sampleContact.contactId) pick(sampleContact);
      }}
    />
  );
}

function FieldLines({ contact, edit }: { contact: Contact; edit: (part: Partial<Contact>) => void }) {
  const known = linesOf(contact.extdata);
  const [text, setText] = useState(known);
  const read = fieldsOf(text);
  // a search for a contact changes the values from outside
  const shown = read !== undefined && linesOf(read) !== known ? known : text;
  return (
    <Textarea
      size="xs"
      label="Custom Fields"
      description="One per line, such as plan = gold"
      autosize
      minRows={2}
      maxRows={6}
      error={fieldsOf(shown) === undefined ? "Enter one field = value per line" : undefined}
      value={shown}
      onChange={(event) => {
        setText(event.currentTarget.value);
        const extdata = fieldsOf(event.currentTarget.value);
        if (extdata !== undefined) edit({ extdata });
      }}
    />
  );
}

const linesOf = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} = ${value}`)
    .join("\n");

/** The fields of `name = value` lines. Undefined when a line has another form. */
export function fieldsOf(text: string): Record<string, string> | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const pairs = lines.map((line) => /^\s*([^=]*[^=\s])\s*=\s*(.*?)\s*$/.exec(line));
  if (pairs.includes(null)) return undefined;
  return Object.fromEntries(pairs.map((pair) => [(pair?.[1] ?? "").toLowerCase(), pair?.[2] ?? ""]));
}

const channels = { sms: "Texts", rcs: "RCS", call: "Calls" } as const;

function Consent({ contact, edit }: { contact: Contact; edit: (part: Partial<Contact>) => void }) {
  return (
    <div>
      <Text size="xs" fw={500} mb={4}>
        The contact has opted out of
      </Text>
      <div className={classes["choices"]}>
        {(Object.keys(channels) as (keyof typeof channels)[]).map((channel) => (
          <Checkbox
            key={channel}
            size="xs"
            label={channels[channel]}
            checked={blocks(contact.dnc, channel)}
            onChange={(event) => {
              const bits = dncBits[channel] | refusedBits[channel];
              edit({ dnc: event.currentTarget.checked ? contact.dnc | bits : contact.dnc & ~bits });
            }}
          />
        ))}
      </div>
    </div>
  );
}
