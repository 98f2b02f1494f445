import { Alert, FileButton, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconFileOff, IconTrash, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type DncImport, dncRoutes, type FederalArea, federalDays } from "@trunkline/contract/doNotContact/dnc.ts";
import { accountRoutes } from "@trunkline/contract/identity/account.ts";
import { type FormEvent, useState } from "react";
import { call, callOne } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { listOf, oneOf, rowsOf, useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import type { Column } from "../../ui/table/column.ts";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { formatCount, plural } from "../../ui/text/formatFigure.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import { ImportRunning } from "./ImportRunning.tsx";
import { Imports, useImports } from "./Imports.tsx";
import { SendingFile } from "./SendingFile.tsx";
import { useSendFile } from "./useSendFile.ts";

const columns: Column<FederalArea>[] = [
  {
    id: "area",
    header: "Area code",
    cell: (row) => row.areaCode,
    value: (row) => row.areaCode,
    width: 110,
    always: true,
  },
  {
    id: "numbers",
    header: "Numbers",
    cell: (row) => formatCount(row.numbers),
    value: (row) => row.numbers,
    right: true,
    width: 120,
  },
  {
    id: "age",
    header: "Age",
    cell: (row) =>
      row.tooOld ? (
        <StatusBadge tone="waits">{`${plural(row.ageDays, "day")}, load it again`}</StatusBadge>
      ) : (
        <StatusBadge tone="done">{plural(row.ageDays, "day")}</StatusBadge>
      ),
    value: (row) => row.ageDays,
    width: 200,
  },
  {
    id: "loaded",
    header: "Loaded",
    cell: (row) => <Time at={row.loaded} />,
    value: (row) => row.loaded,
    width: 170,
  },
];

/** The federal list: loaded area codes, their age and the subscription account number (spec 2 §2.1, §6). */
export function FederalList() {
  const account = useQuery(oneOf(accountRoutes.find));
  const areas = useQuery(listOf(dncRoutes.federal));
  const sorting = useSort({ by: "area", descending: false });
  const mayAdmin = useMay()("dnc-admin");
  const [latest, setLatest] = useState<DncImport | null>(null);
  const file = useSendFile(dncRoutes.loadFederal, setLatest);
  // imports of other users or of earlier visits; an import still being uploaded has no rows done
  const others = rowsOf(useImports("federal").data)?.filter(
    ({ id, status, done }) => status === "running" && done > 0 && id !== latest?.id,
  );
  const remove = useUnload();
  const { flags, settings } = account.data ?? {};
  const isOpen = Boolean(flags?.feature_dnclist_enabled) || Boolean(settings?.dncSubscription);
  const old = areas.data?.filter(({ tooOld }) => tooOld) ?? [];
  return (
    <Stack gap={24} pt={8} maw={960}>
      <Text size="sm" c="dimmed">
        DNC Check nodes with the Federal list use these area codes. If the area code of a number is not loaded, the
        contact follows the no-match path with the reason "no list loaded". After {federalDays} days a list can no
        longer clear numbers, but it still blocks them.
      </Text>
      {old.length > 0 ? (
        <Alert color="yellow" title={`${plural(old.length, "area code")} older than ${federalDays} days`}>
          Lists must be at most {federalDays} days old when you call. Download and load{" "}
          {old.map(({ areaCode }) => areaCode).join(", ")} again.
        </Alert>
      ) : null}
      {settings ? <Subscription key={settings.dncSubscription} saved={settings.dncSubscription} /> : null}
      <Stack gap={8}>
        {file.sending ? null : (
          <FileButton
            accept=".txt,.csv,text/plain,text/csv"
            onChange={(chosen) => chosen && file.send(chosen)}
            inputProps={{ "aria-label": "Area-code file" }}
          >
            {(props) => (
              <ReasonButton
                {...props}
                w="fit-content"
                leftSection={<IconUpload size={16} />}
                reason={
                  !mayAdmin
                    ? notAllowed
                    : isOpen
                      ? undefined
                      : "The Federal list requires the DNC feature (Settings, Features) or a registered subscription account number."
                }
              >
                Load area-code file
              </ReasonButton>
            )}
          </FileButton>
        )}
        <Text size="sm" c="dimmed">
          Upload the registry's full list, unzipped, with one number per line such as 212,5550100. It replaces the
          earlier list of each area code in the file.
        </Text>
        <SendingFile of={file} stopped="If you stop, the lists loaded before remain." />
        {latest && !file.sending ? <ImportRunning key={latest.id} started={latest} /> : null}
        {file.sending ? null : others?.map((one) => <ImportRunning key={one.id} started={one} />)}
      </Stack>
      <Table
        name="Federal list"
        columns={columns}
        rows={areas}
        rowId={(row) => row.areaCode}
        rowName={(row) => `area code ${row.areaCode}`}
        {...sorting}
        errorTitle="Error loading the federal list"
        {...(areas.data ? { count: plural(areas.data.length, "area code") } : {})}
        rowActions={(row) => [
          {
            label: "Unload",
            icon: IconTrash,
            run: () => void remove(row),
            destructive: true,
            disabled: mayAdmin ? undefined : notAllowed,
          },
        ]}
        maxHeight={420}
        empty={
          <EmptyState icon={IconFileOff} title="No list loaded">
            Load the registry's files for the area codes that you call.
          </EmptyState>
        }
      />
      <Imports kind="federal" />
    </Stack>
  );
}

function Subscription({ saved }: { saved: string }) {
  const [value, setValue] = useState(saved);
  const [isSaving, setSaving] = useState(false);
  const refresh = useRefresh();
  const may = useMay()("account-config-update");
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSaving(true);
    try {
      await callOne(accountRoutes.update, { body: { settings: { dncSubscription: value.trim() } } });
      toastSuccess("Subscription account number saved", value.trim() || "None");
      await refresh("/v4/account/");
    } catch (problem) {
      toastError("Error saving the subscription account number", problem);
    }
    setSaving(false);
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Group gap={8} align="end">
        <TextInput
          flex="0 1 320px"
          label="Subscription account number"
          description="The seller's account number (SAN) at the federal registry."
          maxLength={30}
          inputWrapperOrder={["label", "description", "input", "error"]}
          disabled={!may}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <ReasonButton
          type="submit"
          variant="default"
          loading={isSaving}
          reason={!may ? notAllowed : value.trim() === saved ? "No changes to save" : undefined}
        >
          Save number
        </ReasonButton>
      </Group>
    </form>
  );
}

function useUnload(): (area: FederalArea) => Promise<void> {
  const refresh = useRefresh();
  return async ({ areaCode, numbers }) => {
    const isSure = await confirm({
      title: `Unload area code ${areaCode}?`,
      consequence: `DNC checks no longer find its ${plural(numbers, "number")} and report "no list loaded".`,
      confirm: "Unload",
    });
    if (!isSure) return;
    try {
      await call(dncRoutes.removeFederal, { params: { areaCode } });
      toastSuccess("Area code unloaded", areaCode);
    } catch (problem) {
      toastError("Error updating the federal list", problem);
    }
    await refresh("/v4/dnc/");
  };
}
