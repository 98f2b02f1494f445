import { Button, Group } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconPhoneOff, IconPlayerPlay } from "@tabler/icons-react";
import { type Contact, contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { addressOf } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { paths } from "../../paths.ts";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import { useArchive } from "./useArchive.ts";
import { useContactJob } from "./useContactJob.ts";
import type { Selection } from "./useMatching.ts";

/** More contact ids than this do not fit into an address. */
const maxNamedContacts = 200;

/** Bulk actions for the selected contacts. */
export function Bulk({ selected, clear }: { selected: Contact[]; clear: () => void }) {
  const may = useMay();
  const { archive, unarchive } = useArchive();
  const start = useContactJob();
  const active = selected.filter((row) => row.archived === null);
  const contactIds = selected.map((row) => row.contactId);
  const picked = [{ variable: "contactId", operation: "EQUALS_ONE_OF", value: contactIds.join(",") }];
  return (
    <Group gap={8}>
      {active.length > 0 && may("contact-admin") ? <ArchiveButton run={() => void archive(active, clear)} /> : null}
      {active.length < selected.length && may("contact-admin") ? (
        <UnarchiveButton
          run={() =>
            void unarchive(
              selected.filter((row) => row.archived !== null),
              clear,
            )
          }
        />
      ) : null}
      <StopButton
        run={() => void start("dnc", { statements: [], archived: "all", contactIds }, selected.length, clear)}
        reason={selected.length > 1_000 ? "Select at most 1,000 contacts, or all matching contacts." : undefined}
      />
      {selected.length <= maxNamedContacts ? (
        <>
          <RunButton statements={picked} />
          <ExportButton
            label="Export selected"
            href={addressOf(contactRoutes.export, {}, { contactIds: contactIds.join(","), archived: "all" })}
          />
        </>
      ) : null}
    </Group>
  );
}

/** Bulk actions for all matching contacts. The server selects them by the filter. */
export function BulkAll({ selection, count, clear }: { selection: Selection; count: number; clear: () => void }) {
  const may = useMay();
  const start = useContactJob();
  const { search, statements, archived } = selection;
  const query = {
    ...(search ? { search } : {}),
    ...(statements.length > 0 ? { statements: JSON.stringify(statements) } : {}),
    archived,
  };
  return (
    <Group gap={8}>
      {archived !== "only" && may("contact-admin") ? (
        <ArchiveButton run={() => void start("archive", selection, count, clear)} />
      ) : null}
      {archived !== "no" && may("contact-admin") ? (
        <UnarchiveButton run={() => void start("unarchive", selection, count, clear)} />
      ) : null}
      <StopButton run={() => void start("dnc", selection, count, clear)} reason={undefined} />
      <RunButton statements={statements} reason={whyNotRun(selection)} />
      <ExportButton label="Export all matching" href={addressOf(contactRoutes.export, {}, query)} />
    </Group>
  );
}

/** Runs select contacts by filters, without search, and skip archived contacts. */
function whyNotRun({ search, archived }: Selection): string | undefined {
  if (search) return "Runs select contacts by filters. Use a filter instead of the search.";
  return archived === "only" ? "Archived contacts cannot enter runs. Unarchive them first." : undefined;
}

const ArchiveButton = ({ run }: { run: () => void }) => (
  <Button size="compact-sm" color="red" variant="light" leftSection={<IconArchive size={14} />} onClick={run}>
    Archive
  </Button>
);

const UnarchiveButton = ({ run }: { run: () => void }) => (
  <Button size="compact-sm" variant="default" leftSection={<IconArchiveOff size={14} />} onClick={run}>
    Unarchive
  </Button>
);

function StopButton({ run, reason }: { run: () => void; reason: string | undefined }) {
  const may = useMay();
  if (!may("contact-admin")) return null;
  return (
    <ReasonButton
      size="compact-sm"
      variant="default"
      leftSection={<IconPhoneOff size={14} />}
      reason={may("dnc-admin") ? reason : notAllowed}
      onClick={run}
    >
      Do not contact
    </ReasonButton>
  );
}

function RunButton({
  statements,
  reason,
}: {
  statements: readonly { variable: string; operation: string; value: string }[];
  reason?: string | undefined;
}) {
  const may = useMay();
  const go = useGo();
  return (
    <ReasonButton
      size="compact-sm"
      variant="default"
      leftSection={<IconPlayerPlay size={14} />}
      reason={may("workflow-run") ? reason : notAllowed}
      onClick={() => go(paths.createRunner, { statements: JSON.stringify(statements) })}
    >
      Run a workflow
    </ReasonButton>
  );
}

const ExportButton = ({ label, href }: { label: string; href: string }) => (
  <Button size="compact-sm" variant="default" component="a" href={href}>
    {label}
  </Button>
);
