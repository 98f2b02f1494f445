import { Alert, Anchor, Button, Group, Skeleton, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ContactImport, contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { useEffect, useState } from "react";
import { callOne } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { oneOf, useRefresh } from "../../api/queries.ts";
import { RejectedRows } from "../../fields/csv/RejectedRows.tsx";
import { paths } from "../../paths.ts";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { Progress } from "../../ui/page/Progress.tsx";
import { toastError } from "../../ui/page/toast.tsx";
import { formatCount, plural } from "../../ui/text/formatFigure.ts";
import { formatDuration } from "../../ui/text/formatTime.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import classes from "./ImportPage.module.css";

const pollMs = 1000;
const isOver = ({ status }: ContactImport): boolean => status !== "running";

/** The progress or result of an import, with its rejected rows. */
export function ImportProgress({ importId, startOver }: { importId: string; startOver: () => void }) {
  const refresh = useRefresh();
  const found = useQuery({
    ...oneOf(contactRoutes.findImport, { params: { importId } }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : pollMs),
  });
  const over = found.data !== undefined && isOver(found.data);
  useEffect(() => {
    if (over) void refresh(contactRoutes.list.path, "/v4/account/");
  }, [over, refresh]);
  if (found.isError && !found.data)
    return <ErrorState title="Error loading import" problem={found.error} retry={() => found.refetch()} />;
  if (!found.data) return <Skeleton height={160} maw={720} />;
  return <Progressing of={found.data} startOver={startOver} />;
}

function Progressing({ of, startOver }: { of: ContactImport; startOver: () => void }) {
  const over = isOver(of);
  return (
    <Stack gap={24}>
      <Stack gap={12} maw={720} role="status" aria-live="polite">
        <Group gap={8}>
          <Title order={2}>{of.fileName ?? "Contacts"}</Title>
          <State of={of} />
        </Group>
        {of.status === "failed" ? (
          <Alert color="red" role="alert" title="Import failed">
            {of.problem ?? "Undefined error"}
          </Alert>
        ) : of.status === "cancelled" ? (
          <Alert color="gray" title="Import cancelled">
            {`Changes made so far remain: ${formatCount(of.imported)} contacts imported and ${formatCount(of.updated)} updated.`}
          </Alert>
        ) : (
          <Progress
            wide
            done={over ? of.bytes : of.bytesDone}
            total={of.bytes}
            label={`Import of ${of.fileName ?? "contacts"}`}
            figures={rowsOf(of)}
            {...(over ? {} : { note: leftOf(of) })}
          />
        )}
        {over ? null : (
          <Group gap={12}>
            <span>You can leave this page. The import continues.</span>
            <CancelImport importId={of.id} />
          </Group>
        )}
      </Stack>
      <dl className={classes["figures"]}>
        <Figure label="Rows" value={of.total} />
        <Figure label="Imported" value={of.imported} />
        <Figure label="Updated" value={of.updated} />
        <Figure label="Skipped" value={of.skipped} />
        <Figure label="Rejected" value={of.rejectedCount} />
      </dl>
      <Marks of={of} />
      <RejectedRows of={of} />
      {over ? (
        <Group gap={8}>
          <Button component={PathLink} to={paths.contacts}>
            Go to Contacts
          </Button>
          <Button variant="default" onClick={startOver}>
            Import another file
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}

/** What the import gives its contacts. */
function Marks({ of: { audience, consentSource } }: { of: ContactImport }) {
  const may = useMay()("contact-admin");
  if (audience === null && consentSource === null) return null;
  return (
    <Stack gap={4}>
      {audience === null ? null : (
        <span>
          Adds its contacts to the audience{" "}
          {may ? (
            <Anchor component={PathLink} to={paths.editAudience(audience.audienceId)} inherit underline="always">
              {audience.name}
            </Anchor>
          ) : (
            audience.name
          )}
        </span>
      )}
      {consentSource === null ? null : <span>Source of consent: {consentSource}</span>}
    </Stack>
  );
}

/** Cancels the import. Contacts imported so far remain. */
function CancelImport({ importId }: { importId: string }) {
  const refresh = useRefresh();
  const may = useMay()("contact-admin");
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      await callOne(contactRoutes.cancelImport, { params: { importId } });
    } catch (problem) {
      toastError("Error cancelling import", problem);
    }
    await refresh(contactRoutes.imports.path);
    setBusy(false);
  };
  return (
    <ReasonButton
      variant="default"
      size="compact-sm"
      loading={busy}
      reason={may ? undefined : notAllowed}
      onClick={() => void cancel()}
    >
      Cancel import
    </ReasonButton>
  );
}

/** "1,000 of about 20,000 rows". How many rows a file has is known at its end. */
function rowsOf({ status, bytes, bytesDone, total }: ContactImport): string {
  if (status !== "running") return plural(total, "row");
  if (total === 0 || bytesDone <= 0) return "Reading the first rows";
  return `${formatCount(total)} of about ${plural(Math.round((total * bytes) / bytesDone), "row")}`;
}

/** ", about 2 min left" once there is enough progress for an estimate. */
function leftOf({ bytes, bytesDone, created }: ContactImport): string {
  const seconds = (Date.now() - Date.parse(created)) / 1000;
  if (bytesDone <= 0 || seconds < 2) return "";
  return `, about ${formatDuration(((bytes - bytesDone) / bytesDone) * seconds)} left`;
}

export function State({ of: { status } }: { of: ContactImport }) {
  if (status === "done") return <StatusBadge tone="done">Done</StatusBadge>;
  if (status === "cancelled") return <StatusBadge tone="done">Cancelled</StatusBadge>;
  if (status === "failed") return <StatusBadge tone="failed">Failed</StatusBadge>;
  return <StatusBadge tone="going">Running</StatusBadge>;
}

const Figure = ({ label, value }: { label: string; value: number }) => (
  <div>
    <dt>{label}</dt>
    <dd>{formatCount(value)}</dd>
  </div>
);
