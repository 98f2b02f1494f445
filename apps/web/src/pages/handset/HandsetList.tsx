import { Button, Group, Skeleton, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { simulatorRoutes } from "@trunkline/contract/simulator.ts";
import { type FormEvent, useState } from "react";
import { listOf } from "../../api/queries.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { formatPhone } from "../../ui/formatFigure.ts";
import { formatAgo } from "../../ui/formatTime.ts";
import { readPhone } from "../../ui/readPhone.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import classes from "./HandsetPage.module.css";

const refreshMs = 2000;

/** Handsets that texts went to, the latest first; a number typed in full picks up any phone. */
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
  const typed = readPhone(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const phone = typed ?? handsets.data?.[0]?.handset;
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
          <Button type="submit" variant="default" disabled={typed === undefined && !handsets.data?.length} px={12}>
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
          {search
            ? "No handset fits. Type a whole number to pick up that phone."
            : "No text has been sent yet. Type a number to text in from that phone."}
        </Text>
      ) : (
        <ul className={classes["entries"]}>
          {handsets.data?.map(({ handset, name, last, lastAt, onCall }) => (
            <li key={handset}>
              <button
                type="button"
                className={classes["entry"]}
                aria-pressed={open.includes(handset)}
                onClick={() => (open.includes(handset) ? onClose(handset) : onOpen(handset))}
              >
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
      )}
    </section>
  );
}
