import { Button, Paper, Skeleton, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Contact } from "@trunkline/contract/contacts/contact.ts";
import { dncRoutes } from "@trunkline/contract/doNotContact/dnc.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { useState } from "react";
import { call, type Item } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { formatPhone } from "../../ui/text/formatFigure.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import classes from "./ContactPage.module.css";
import { dncNames } from "./contactColumns.tsx";

type Kind = keyof typeof dncNames;
type Entry = Item<typeof dncRoutes.list>;
const kinds: readonly Kind[] = ["sms", "call", "rcs"];
/** Descriptions of an entry's source. Each party can only undo its own entries (readings, STOP). */
const sources: Readonly<Record<string, string>> = {
  reply: "Replied STOP",
  key: "Opted out by key press",
  page: "Added by a user",
  api: "Added through the API",
  import: "Imported",
  node: "Added by a workflow",
  disposition: "Added by a disposition",
};

/** Shows whether the contact can be texted and called, with the reason, and lets users change it. */
export function Consent({ contact }: { contact: Contact }) {
  const { phone } = contact;
  const entries = useQuery({ ...listOf(dncRoutes.list, { query: { phone: phone ?? "" } }), enabled: phone !== null });
  return (
    <Paper withBorder p={16} radius={8} component="section" aria-labelledby="consent">
      <Title order={2} id="consent" mb={8}>
        Consent
      </Title>
      {contact.consentSource === null ? null : (
        <p className={classes["source"]}>
          Source of consent: {contact.consentSource}, <Time at={contact.consentAt} />
        </p>
      )}
      {phone === null ? (
        <span className={classes["why"]}>This contact has no phone number.</span>
      ) : entries.isError && !entries.data ? (
        <ErrorState title="Error loading do-not-contact list" problem={entries.error} retry={() => entries.refetch()} />
      ) : entries.isPending ? (
        <Stack gap={8}>
          <Skeleton height={32} />
          <Skeleton height={32} />
        </Stack>
      ) : (
        <ul className={classes["types"]}>
          {kinds.map((kind) => (
            <Channel key={kind} kind={kind} phone={phone} entries={entries.data.filter((one) => one.type === kind)} />
          ))}
        </ul>
      )}
    </Paper>
  );
}

function Channel({ kind, phone, entries }: { kind: Kind; phone: string; entries: readonly Entry[] }) {
  const mayAdmin = useMay()("dnc-admin");
  const optedOut = entries.some((entry) => entry.party === "contact");
  const { stop, allow, isBusy } = useConsent(phone, kind, optedOut);
  const name = dncNames[kind];
  const hasAccountEntry = entries.some((entry) => entry.party === "account");
  return (
    <li className={classes["type"]}>
      <span className={classes["kind"]}>{name}</span>
      {entries.length > 0 ? (
        <StatusBadge tone="failed">Do not contact</StatusBadge>
      ) : (
        <StatusBadge tone="done">Allowed</StatusBadge>
      )}
      <span className={classes["why"]}>
        {entries.map((entry) => (
          <span key={entry.party}>
            {[ownValue(sources, entry.source) ?? entry.source, entry.reason].filter(Boolean).join(": ")},{" "}
            <Time at={entry.created} />{" "}
          </span>
        ))}
      </span>
      {entries.length > 0 ? (
        <ReasonButton
          size="compact-sm"
          variant="default"
          loading={isBusy}
          aria-label={`Allow ${name}`}
          reason={
            !mayAdmin
              ? notAllowed
              : hasAccountEntry
                ? undefined
                : "The contact opted out. Only a START reply can undo this."
          }
          onClick={() => void allow()}
        >
          Allow
        </ReasonButton>
      ) : mayAdmin ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={isBusy}
          aria-label={`Stop ${name}`}
          onClick={() => void stop()}
        >
          Stop
        </Button>
      ) : null}
    </li>
  );
}

function useConsent(phone: string, kind: Kind, optedOut: boolean) {
  const refresh = useRefresh();
  const [isBusy, setBusy] = useState(false);
  const name = dncNames[kind];
  const during = async (work: () => Promise<unknown>, done: string, failed: string) => {
    setBusy(true);
    try {
      await work();
      toastSuccess(done, formatPhone(phone));
    } catch (problem) {
      toastError(failed, problem);
    }
    await refresh("/v4/dnc/", "/v4/contact/");
    setBusy(false);
  };
  return {
    isBusy,
    async stop() {
      const isSure = await confirm({
        title: `Stop ${name} to ${formatPhone(phone)}?`,
        consequence: "Workflows will skip them for this number. You can allow them again here.",
        confirm: `Stop ${name}`,
      });
      if (isSure)
        await during(
          () => call(dncRoutes.add, { body: { phone, type: kind } }),
          `${name} stopped`,
          "Error updating the do-not-contact list",
        );
    },
    async allow() {
      await during(
        () => call(dncRoutes.remove, { body: { phone, type: kind } }),
        optedOut ? `${name}: your block is removed, but the contact's opt-out remains` : `${name} allowed`,
        "Error updating the do-not-contact list",
      );
    },
  };
}
