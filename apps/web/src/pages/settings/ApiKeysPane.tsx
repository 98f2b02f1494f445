import { Anchor, Button, Code, Stack, Text } from "@mantine/core";
import { IconKey, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ApiKey, apiKeyRoutes } from "@trunkline/contract/identity/user.ts";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { rightsText, roleNames } from "../../fields/rightsText.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import type { Column } from "../../ui/table/column.ts";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useSearchBox } from "../../ui/table/useListSearch.tsx";
import { Time } from "../../ui/text/Time.tsx";
import { CreateApiKey } from "./CreateApiKey.tsx";

const columns: Column<ApiKey>[] = [
  {
    id: "name",
    header: "Name",
    cell: (row) => (
      <Text inherit span fw={500}>
        {row.name}
      </Text>
    ),
    value: (row) => row.name,
    width: 150,
    always: true,
  },
  {
    id: "prefix",
    header: "Starts with",
    cell: (row) => <Code>{row.prefix}…</Code>,
    value: (row) => row.prefix,
    width: 110,
  },
  { id: "role", header: "Role", cell: (row) => roleNames[row.role], value: (row) => roleNames[row.role], width: 120 },
  {
    id: "privileges",
    header: "Privileges",
    cell: (row) => <span title={rightsText(row)}>{rightsText(row)}</span>,
    value: rightsText,
    width: 110,
  },
  {
    id: "created",
    header: "Created",
    cell: (row) => <Time at={row.created} />,
    value: (row) => row.created,
    width: 166,
  },
  {
    id: "lastUsed",
    header: "Last used",
    cell: (row) => <Time at={row.lastUsed} />,
    value: (row) => row.lastUsed,
    width: 166,
  },
];

/** Creates, lists and revokes API keys. */
export function ApiKeysPane() {
  const keys = useQuery(listOf(apiKeyRoutes.list));
  const sorting = useSort({ by: "created", descending: true });
  const { search, searchBox } = useSearchBox({ label: "Search API keys", placeholder: "Search name, privilege" });
  const [, change] = useAddress();
  const [isMaking, setMaking] = useState(false);
  const revoke = useRevoke();
  const wanted = search.trim().toLowerCase();
  const found = keys.data?.filter((row) =>
    [row.name, row.prefix, roleNames[row.role], rightsText(row)].join(" ").toLowerCase().includes(wanted),
  );
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setMaking(true)}>
      Create API key
    </Button>
  );
  return (
    <Stack gap={16} data-wide>
      <Text c="dimmed">
        Programs authenticate with <Code>Authorization: Bearer</Code> and a key. All endpoints are described at{" "}
        <Anchor href="/docs" inherit underline="always">
          /docs
        </Anchor>
        .
      </Text>
      <Table
        name="API keys"
        columns={columns}
        rows={{ ...keys, data: found }}
        rowId={(row) => row.apiKeyId}
        rowName={(row) => row.name}
        {...sorting}
        filters={
          <>
            {create}
            {keys.data?.length === 0 ? null : searchBox}
          </>
        }
        clearFilters={search ? () => change({ q: undefined }) : undefined}
        errorTitle="Error loading API keys"
        exportable={false}
        rowActions={(row) => [{ label: "Revoke", icon: IconTrash, destructive: true, run: () => void revoke(row) }]}
        empty={
          <EmptyState icon={IconKey} title="No API keys">
            Create an API key to let a program use this account.
          </EmptyState>
        }
      />
      {isMaking ? <CreateApiKey close={() => setMaking(false)} /> : null}
    </Stack>
  );
}

function useRevoke(): (key: ApiKey) => Promise<void> {
  const refresh = useRefresh();
  return async ({ apiKeyId, name }) => {
    const isSure = await confirm({
      title: `Revoke the key "${name}"?`,
      consequence: "Programs that use it will stop working immediately. This cannot be undone.",
      confirm: "Revoke",
    });
    if (!isSure) return;
    try {
      await call(apiKeyRoutes.revoke, { params: { apiKeyId } });
      toastSuccess("API key revoked", name);
    } catch (problem) {
      toastError("Error revoking API key", problem);
    }
    await refresh("/v4/apikey/");
  };
}
