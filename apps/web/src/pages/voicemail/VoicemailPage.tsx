import { SegmentedControl } from "@mantine/core";
import { IconCheck, IconMicrophone, IconPhoneOutgoing, IconRotate, IconTrash } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { phoneRoutes } from "@trunkline/contract/agents/phone.ts";
import { type Voicemail, voicemailRoutes } from "@trunkline/contract/calls/voicemail.ts";
import { call } from "../../api/call.ts";
import { pagesOf, rowsOf, useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import type { RowAction } from "../../ui/table/RowActions.tsx";
import { SearchBox } from "../../ui/table/SearchBox.tsx";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { formatPhone, plural } from "../../ui/text/formatFigure.ts";
import { voicemailColumns } from "./voicemailColumns.tsx";

const refreshMs = 5000;
const shown = [
  { value: "new", label: "New" },
  { value: "heard", label: "Heard" },
  { value: "all", label: "All" },
];

const nameOf = (row: Voicemail): string => `voicemail of ${row.contactName ?? formatPhone(row.phone)}`;

/** The voicemails of the account (readings, Requests of our pages). */
export function VoicemailPage() {
  const [address, change] = useAddress();
  const search = address["q"] ?? "";
  const show = shown.find(({ value }) => value === address["show"])?.value ?? "all";
  const pages = useInfiniteQuery({
    ...pagesOf(voicemailRoutes.list, {
      query: { ...(search && { search }), ...(show !== "all" && { heard: String(show === "heard") }) } as {
        search?: string;
        heard?: "true" | "false";
      },
    }),
    refetchInterval: refreshMs,
    placeholderData: (before) => before,
  });
  const rows = rowsOf(pages.data);
  const sorting = useSort({ by: "created", descending: true });
  const { mark, remove, callBack } = useVoicemailActions();
  const isFiltered = search !== "" || show !== "all";
  const actionsOf = (row: Voicemail): RowAction[] => [
    { label: "Call back", icon: IconPhoneOutgoing, run: () => void callBack(row) },
    row.heard === null
      ? { label: "Mark heard", icon: IconCheck, run: () => void mark(row, true) }
      : { label: "Mark new", icon: IconRotate, run: () => void mark(row, false) },
    { label: "Delete", icon: IconTrash, run: () => void remove(row), destructive: true },
  ];
  return (
    <Page title="Voicemail" purpose="Messages that callers left. Each recording stays with its call." shape="table">
      <Table
        name="Voicemail"
        columns={voicemailColumns((row) => (row.heard === null ? void mark(row, true) : undefined))}
        rows={{ ...pages, data: rows }}
        rowId={(row) => row.voicemailId}
        rowName={nameOf}
        {...sorting}
        filters={
          <>
            <SearchBox
              label="Search voicemails"
              placeholder="Search name or number"
              value={search}
              onSearch={(q) => change({ q: q || undefined })}
            />
            <SegmentedControl
              size="xs"
              aria-label="Filter voicemails"
              data={shown}
              value={show}
              onChange={(value) => change({ show: value === "all" ? undefined : value })}
            />
          </>
        }
        clearFilters={isFiltered ? () => change({ q: undefined, show: undefined }) : undefined}
        errorTitle="Error loading voicemails"
        {...(rows ? { count: plural(rows.length, "voicemail") } : {})}
        hasMore={pages.hasNextPage}
        onEndReached={() => void pages.fetchNextPage()}
        rowActions={actionsOf}
        empty={
          <EmptyState icon={IconMicrophone} title="No voicemails yet">
            Callers routed to voicemail are recorded after the greeting. Their messages appear here as soon as they
            finish.
          </EmptyState>
        }
      />
    </Page>
  );
}

function useVoicemailActions() {
  const refresh = useRefresh();
  return {
    async mark({ voicemailId }: Voicemail, heard: boolean): Promise<void> {
      try {
        await call(voicemailRoutes.update, { params: { voicemailId }, body: { heard } });
      } catch (problem) {
        toastError("Error saving voicemail", problem);
      }
      await refresh(voicemailRoutes.list.path);
    },
    async callBack(row: Voicemail): Promise<void> {
      try {
        await call(voicemailRoutes.callBack, { params: { voicemailId: row.voicemailId } });
      } catch (problem) {
        toastError("Error calling back", problem);
      }
      await refresh(phoneRoutes.find.path);
    },
    async remove(row: Voicemail): Promise<void> {
      const isSure = await confirm({
        title: `Delete the ${nameOf(row)}?`,
        consequence: "It is removed for all users. The recording stays with its call.",
        confirm: "Delete voicemail",
      });
      if (!isSure) return;
      try {
        await call(voicemailRoutes.remove, { params: { voicemailId: row.voicemailId } });
        toastSuccess("Voicemail deleted");
      } catch (problem) {
        toastError("Error deleting voicemail", problem);
      }
      await refresh(voicemailRoutes.list.path);
    },
  };
}
