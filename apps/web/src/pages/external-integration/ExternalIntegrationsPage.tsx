import { Anchor, Button, Text } from "@mantine/core";
import { IconPlugConnected, IconPlus, IconTrash, IconUserShield } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import {
  type ExternalConfig,
  type ExternalProvider,
  externalProviders,
  externalRoutes,
  readSmtpSettings,
  testableProviders,
} from "@trunkline/contract/integrations/external.ts";
import { useEffect, useState } from "react";
import { call, callOne } from "../../api/call.ts";
import { useMay } from "../../api/me.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { TestConnection } from "../../ui/form/TestConnection.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { messageOfFailure, toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import type { Column } from "../../ui/table/column.ts";
import type { RowAction } from "../../ui/table/RowActions.tsx";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useSearchBox } from "../../ui/table/useListSearch.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { Time } from "../../ui/text/Time.tsx";
import { ProviderCards } from "./ProviderCards.tsx";

/** The list shows one row per provider, by one of these keys (spec 3 §2). */
const shownKeys = ["api_key", "client_id", "metadata", "url"];

const nameOf = ({ provider }: ExternalConfig): string => externalProviders[provider];

const columns: Column<ExternalConfig>[] = [
  {
    id: "provider",
    header: "Provider",
    cell: (row) =>
      row.provider === "saml" ? (
        <Anchor component={PathLink} to={paths.saml} inherit fw={500}>
          {nameOf(row)}
        </Anchor>
      ) : (
        <>
          {nameOf(row)}
          {row.value !== null && (row.provider === "smtp" || row.provider === "speech") ? (
            <Text span inherit c="dimmed">
              {" "}
              {row.provider === "smtp" ? readSmtpSettings(row.value)?.host : row.value}
            </Text>
          ) : null}
        </>
      ),
    value: nameOf,
    width: 240,
    always: true,
  },
  {
    id: "updated",
    header: "Saved",
    cell: (row) => <Time at={row.updated} />,
    value: (row) => row.updated,
    width: 180,
  },
];

/** The list asks for every provider by name (spec 3 §7). */
const allProviders = Object.keys(externalProviders).join(",");

/** Connections of the account to other providers (spec 3 §2). */
export function ExternalIntegrationsPage() {
  const configs = useQuery(listOf(externalRoutes.list, { query: { keys: allProviders } }));
  const { search, searchBox } = useSearchBox({ label: "Search providers" });
  const sorting = useSort({ by: "provider", descending: false });
  const may = useMay()("account-config-update");
  const remove = useRemove();
  const [tested, setTested] = useState<ExternalProvider | null>(null);
  const go = useGo();
  // a load failure clears the list and logs the error (spec 3 §8)
  useEffect(() => {
    if (configs.error) console.error("External integrations could not be loaded", configs.error);
  }, [configs.error]);
  const found = (configs.isError ? undefined : configs.data)
    ?.filter(({ key, provider }) => shownKeys.includes(key) || provider === "remediation")
    // a mail server has settings and a password, a speech service an address and often a key
    .filter(({ key, provider }) => provider !== "smtp" || key === "metadata")
    .filter(({ key, provider }) => provider !== "speech" || key === "url")
    .filter((row) => nameOf(row).toLowerCase().includes(search.trim().toLowerCase()));
  const create = may ? (
    <Button component={PathLink} to={paths.createExternalIntegration} leftSection={<IconPlus size={16} />}>
      External Integration
    </Button>
  ) : null;
  const actionsOf = (row: ExternalConfig): RowAction[] => [
    ...(row.provider === "saml" ? [{ label: "Single sign-on", icon: IconUserShield, run: () => go(paths.saml) }] : []),
    {
      label: "Test connection",
      icon: IconPlugConnected,
      run: () => setTested(row.provider),
      disabled: testableProviders.includes(row.provider) ? undefined : "This provider can't be tested.",
    },
    { label: "Delete", icon: IconTrash, run: () => void remove(row.provider), destructive: true },
  ];
  return (
    <Page
      title="External Integrations"
      purpose="Connect email, CRM, remediation and single sign-on providers."
      actions={create}
    >
      <div>{searchBox}</div>
      <ProviderCards search={search} test={setTested} />
      {configs.isPending || found?.length === 0 ? null : (
        <Table
          name="ExternalIntegrations"
          columns={columns}
          rows={{ ...configs, data: found }}
          rowId={(row) => row.provider}
          rowName={nameOf}
          {...sorting}
          errorTitle="Error loading external integrations"
          {...(found ? { count: plural(found.length, "provider") } : {})}
          {...(may ? { rowActions: actionsOf } : {})}
          empty={null}
        />
      )}
      {tested ? (
        <TestConnection
          of={externalProviders[tested]}
          asking={
            tested === "smtp"
              ? "Connects to your mail server, logs in and names the sender. Nothing is sent."
              : tested === "speech"
                ? "Sends a second of silence to the service. Nothing is stored."
                : `Checks that ${externalProviders[tested]} accepts the saved key. Nothing is sent or changed.`
          }
          ask={(signal) => callOne(externalRoutes.test, { params: { provider: tested }, signal })}
          close={() => setTested(null)}
        />
      ) : null}
    </Page>
  );
}

function useRemove(): (provider: ExternalProvider) => Promise<void> {
  const refresh = useRefresh();
  return async (provider) => {
    const isSure = await confirm({
      title: "Delete Record",
      consequence: `Are you sure you want to delete this provider: ${externalProviders[provider]}`,
      confirm: "Delete",
    });
    if (!isSure) return;
    try {
      await call(externalRoutes.remove, { params: { provider } });
      toastSuccess(`${externalProviders[provider]} deleted successfully`);
    } catch (problem) {
      toastError(`Something went wrong ${messageOfFailure(problem)}`, "");
    }
    await refresh("/v3/accounts", "/v4/saml");
  };
}
