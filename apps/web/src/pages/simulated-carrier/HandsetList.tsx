import { Button, Group, Skeleton, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type HandsetEntry, simulatorRoutes } from "@trunkline/contract/simulator/simulator.ts";
import { type FormEvent, useState } from "react";
import { listOf } from "../../api/queries.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { formatPhone } from "../../ui/text/formatFigure.ts";
import { formatAgo } from "../../ui/text/formatTime.ts";
import { readPhone } from "../../ui/text/readPhone.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import classes from "./SimulatedCarrierPage.module.css";
import { useContactPhones } from "./useContactPhones.ts";

const refreshMs = 2000;

/** Handsets that received texts, newest first, then matching contacts. A full number opens any handset. */
export function HandsetList({
  open,
  onOpen,
  onClose,
}: {
  open: readonly string[];
  onOpen: (phone: string) => void;
  onClose: (phone: string) => void;
}) {
  const [text, setText] = useState("");
  const [search] = useDebouncedValue(text.trim(), 200);
  const handsets = useQuery({
    ...listOf(simulatorRoutes.handsets, { query: search ? { search } : {} }),
    refetchInterval: refreshMs,
    placeholderData: (before) => before,
  });
  const isKnown = new Set(handsets.data?.map(({ handset }) => handset));
  const isOffered = handsets.data !== undefined && (search !== "" || handsets.data.length === 0);
  const contacts = useContactPhones(search, isOffered).filter(({ phone }) => !isKnown.has(phone));
  const typed = readPhone(text);
  const entryOf = (phone: string): EntryState => {
    const isOpen = open.includes(phone);
    return { "aria-pressed": isOpen, onClick: () => (isOpen ? onClose(phone) : onOpen(phone)) };
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const phone = typed ?? handsets.data?.[0]?.handset ?? contacts[0]?.phone;
    if (phone) onOpen(phone);
    setText("");
  };
  return (
    <section className={classes["list"]} aria-label="Handsets">
      <form onSubmit={submit}>
        <Group gap={8} wrap="nowrap">
          <TextInput
            flex={1}
            aria-label="Search or open a handset"
            placeholder="Name or number"
            leftSection={<IconSearch size={16} />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            disabled={typed === undefined && !handsets.data?.length && contacts.length === 0}
            px={12}
          >
            Open
          </Button>
        </Group>
      </form>
      {handsets.isError && !handsets.data ? (
        <ErrorState title="Error loading handsets" problem={handsets.error} retry={() => handsets.refetch()} />
      ) : handsets.isPending ? (
        <Skeleton height={120} />
      ) : handsets.data?.length === 0 ? (
        <Text c="dimmed" size="sm" p={8}>
          {!search
            ? "No texts yet. Choose a contact or enter a number to text or call from it."
            : contacts.length === 0
              ? "No matching handset. Enter a full phone number to open it."
              : "No matching handset has texts yet."}
        </Text>
      ) : (
        <Entries handsets={handsets.data} entryOf={entryOf} />
      )}
      {contacts.length > 0 && <Contacts contacts={contacts} entryOf={entryOf} />}
    </section>
  );
}

/** Opens the handset, or closes it while it is open. */
interface EntryState {
  "aria-pressed": boolean;
  onClick: () => void;
}

interface EntriesProps {
  handsets: readonly HandsetEntry[];
  entryOf: (phone: string) => EntryState;
}

const Entries = ({ handsets, entryOf }: EntriesProps) => (
  <ul className={classes["entries"]}>
    {handsets.map(({ handset, name, last, lastAt, onCall }) => (
      <li key={handset}>
        <button type="button" className={classes["entry"]} {...entryOf(handset)}>
          <span className={classes["line"]}>
            <span className={classes["who"]}>{name || formatPhone(handset)}</span>
            {onCall === null ? (
              <span className={classes["ago"]}>{formatAgo(lastAt, Date.now())}</span>
            ) : (
              <StatusBadge tone={onCall === "ringing" ? "waits" : "going"}>
                {onCall === "ringing" ? "rings" : "on a call"}
              </StatusBadge>
            )}
          </span>
          {name ? <span className={classes["last"]}>{formatPhone(handset)}</span> : null}
          <span className={classes["last"]}>{last}</span>
        </button>
      </li>
    ))}
  </ul>
);

interface ContactsProps {
  contacts: ReturnType<typeof useContactPhones>;
  entryOf: (phone: string) => EntryState;
}

/** Contacts that have no texts yet. */
const Contacts = ({ contacts, entryOf }: ContactsProps) => (
  <>
    <Text size="xs" fw={600} c="dimmed" px={8} pt={8}>
      Contacts
    </Text>
    <ul className={classes["entries"]} aria-label="Contacts">
      {contacts.map(({ phone, name }) => (
        <li key={phone}>
          <button type="button" className={classes["entry"]} {...entryOf(phone)}>
            <span className={classes["who"]}>{name || formatPhone(phone)}</span>
            {name ? <span className={classes["last"]}>{formatPhone(phone)}</span> : null}
          </button>
        </li>
      ))}
    </ul>
  </>
);
