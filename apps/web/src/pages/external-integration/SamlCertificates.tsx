import { Group, Stack, Text, Title } from "@mantine/core";
import { IconCertificateOff, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type Saml, type SamlCertificate, samlRoutes } from "@trunkline/contract/identity/saml.ts";
import { externalRoutes } from "@trunkline/contract/integrations/external.ts";
import { type FormEvent, useState } from "react";
import { call } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { messageOfFailure, toastError, toastSuccess } from "../../ui/page/toast.tsx";
import type { Column } from "../../ui/table/column.ts";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import { fileProblem, MetadataFile } from "./MetadataFile.tsx";

const soonMs = 30 * 86_400_000;

/** Current if the metadata contains the certificate. A previous one can be removed. */
const State = ({ inMetadata }: SamlCertificate) =>
  inMetadata ? <StatusBadge tone="done">Current</StatusBadge> : <StatusBadge tone="off">Previous</StatusBadge>;

/** The expiry date, with a warning if it is soon. */
function Ends({ ends }: SamlCertificate) {
  const left = Date.parse(ends) - Date.now();
  return (
    <Group component="span" gap={8} wrap="nowrap" display="inline-flex">
      <Time at={ends} />
      {left < 0 ? (
        <StatusBadge tone="failed">Ended</StatusBadge>
      ) : left < soonMs ? (
        <StatusBadge tone="waits">Soon</StatusBadge>
      ) : null}
    </Group>
  );
}

const short = (fingerprint: string): string => fingerprint.slice(0, 16).replaceAll(/..(?=.)/g, "$&:");

const columns: Column<SamlCertificate>[] = [
  {
    id: "fingerprint",
    header: "SHA-256",
    cell: (row) => (
      <span title={`${row.fingerprint}\n${row.subject}`} style={{ fontVariantNumeric: "tabular-nums" }}>
        {short(row.fingerprint)}
      </span>
    ),
    value: (row) => row.fingerprint,
    width: 190,
    always: true,
  },
  {
    id: "state",
    header: "State",
    cell: (row) => <State {...row} />,
    value: (row) => row.inMetadata,
    width: 150,
    always: true,
  },
  {
    id: "ends",
    header: "Ends",
    cell: (row) => <Ends {...row} />,
    value: (row) => row.ends,
    width: 240,
    always: true,
  },
  {
    id: "used",
    header: "Last signed",
    cell: (row) => (row.used === null ? "---" : <Time at={row.used} />),
    value: (row) => row.used,
    width: 160,
    always: true,
  },
];

/** The accepted signing certificates. A new one is accepted next to the old one until that is removed. */
export function SamlCertificates({
  provider,
  reason,
}: {
  provider: NonNullable<Saml["provider"]>;
  reason: string | undefined;
}) {
  const refresh = useRefresh();
  const sorting = useSort({ by: "ends", descending: true });
  const remove = async ({ fingerprint }: SamlCertificate) => {
    const isSure = await confirm({
      title: "Remove this certificate?",
      consequence: `Responses signed with ${short(fingerprint)} will be refused.`,
      confirm: "Remove",
    });
    if (!isSure) return;
    try {
      await call(samlRoutes.removeCertificate, { params: { fingerprint } });
      toastSuccess("Certificate removed", short(fingerprint));
    } catch (problem) {
      toastError("Error removing the certificate", problem);
    }
    await refresh("/v4/saml");
  };
  return (
    <Stack gap={12}>
      <Title order={2}>Certificates</Title>
      <Text size="sm" c="dimmed">
        When your identity provider changes its certificate, upload the new metadata. Both certificates are accepted
        until you remove the old one.
      </Text>
      <Table
        name="Certificates"
        columns={columns}
        rows={{ data: provider.certificates, isPending: false, isError: false, error: null, refetch: () => undefined }}
        rowId={(row) => row.fingerprint}
        rowName={(row) => `certificate ${short(row.fingerprint)}`}
        {...sorting}
        exportable={false}
        errorTitle="Error loading certificates"
        rowActions={(row) => [
          {
            label: "Remove",
            icon: IconTrash,
            destructive: true,
            run: () => void remove(row),
            disabled: reason ?? (row.inMetadata ? "This certificate is in the current metadata." : undefined),
          },
        ]}
        maxHeight={420}
        empty={
          <EmptyState icon={IconCertificateOff} title="No certificate">
            Upload the metadata again.
          </EmptyState>
        }
      />
      <NewMetadata reason={reason} />
    </Stack>
  );
}

function NewMetadata({ reason }: { reason: string | undefined }) {
  const refresh = useRefresh();
  const [file, setFile] = useState<File | null>(null);
  const [isLeft, setLeft] = useState(false);
  const problem = fileProblem(file, "Metadata is required for provider saml");
  const save = useMutation({
    mutationFn: async () =>
      call(externalRoutes.save, { body: { provider: "saml", key: "metadata", value: (await file?.text()) ?? "" } }),
    onSuccess: async () => {
      setFile(null);
      setLeft(false);
      toastSuccess("Configuration saved successfully");
      await refresh("/v3/accounts", "/v4/saml");
    },
    onError: (failure) => toastError(`Something went wrong ${messageOfFailure(failure)} metadata`, ""),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLeft(true);
    if (problem === undefined) save.mutate();
  };
  return (
    <form onSubmit={submit} noValidate aria-label="New metadata" style={{ maxWidth: 560 }}>
      <Stack gap={12}>
        <MetadataFile
          file={file}
          onFile={(next) => {
            setFile(next);
            setLeft(next !== null);
          }}
          error={isLeft ? problem : undefined}
          disabled={reason !== undefined}
        />
        <Group>
          <ReasonButton type="submit" variant="default" loading={save.isPending} reason={reason}>
            Upload metadata
          </ReasonButton>
        </Group>
      </Stack>
    </form>
  );
}
