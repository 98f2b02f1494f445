import { Anchor } from "@mantine/core";
import { IconMailOpened } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type OutboxEmail, outboxRoutes } from "@trunkline/contract/email/outbox.ts";
import { externalProviders } from "@trunkline/contract/integrations/external.ts";
import { listOf, pagesOf, rowsOf } from "../../api/queries.ts";
import { refreshUnlessSearched, useScanBackwards } from "../../history/useScanBackwards.tsx";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { later, overThePage } from "../../ui/page/lazyPart.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { usePreload } from "../../ui/page/usePreload.ts";
import type { Column } from "../../ui/table/column.ts";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useListSearch } from "../../ui/table/useListSearch.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { StatusBadge, type Tone } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import { partyText } from "./partyText.ts";

const loadOutboxEmailDialog = () => import("./OutboxEmailDialog.tsx");
const OutboxEmailDialog = later(async () => (await loadOutboxEmailDialog()).OutboxEmailDialog, { frame: overThePage });
const soon = [loadOutboxEmailDialog];

const refreshMs = 2000;

const statuses: Record<OutboxEmail["status"], { tone: Tone; words: string }> = {
  simulated: { tone: "off", words: "Simulated" },
  submitted: { tone: "going", words: "Submitted" },
  accepted: { tone: "done", words: "Sent" },
  rejected: { tone: "failed", words: "Refused" },
  unknown: { tone: "waits", words: "In doubt" },
};

const columnsOf = (open: (emailId: string) => void): Column<OutboxEmail>[] => [
  {
    id: "to",
    header: "To",
    cell: (row) => (
      <Anchor component="button" type="button" inherit fw={500} onClick={() => open(row.emailId)}>
        {partyText(row.to)}
      </Anchor>
    ),
    value: (row) => row.to.email,
    width: 230,
    always: true,
  },
  { id: "subject", header: "Subject", cell: (row) => row.subject || "---", value: (row) => row.subject, width: 180 },
  { id: "template", header: "Template ID", cell: (row) => row.templateId, value: (row) => row.templateId, width: 150 },
  {
    id: "provider",
    header: "Provider",
    cell: (row) => externalProviders[row.provider],
    value: (row) => row.provider,
    width: 90,
  },
  {
    id: "status",
    header: "Status",
    cell: (row) => (
      <StatusBadge tone={statuses[row.status].tone} why={row.reasonText}>
        {statuses[row.status].words}
      </StatusBadge>
    ),
    value: (row) => statuses[row.status].words,
    width: 115,
  },
  {
    id: "workflow",
    header: "Workflow",
    cell: (row) => row.campaignName ?? "---",
    value: (row) => row.campaignName,
    width: 130,
  },
  {
    id: "created",
    header: "Created",
    cell: (row) => <Time at={row.created} />,
    value: (row) => row.created,
    width: 165,
  },
];

/** The emails of journeys, sent or simulated. */
export function OutboxPage() {
  usePreload(soon);
  const [address, change] = useAddress();
  const { search, searchBar } = useListSearch({
    label: "Search emails",
    placeholder: "Search address, subject, value",
  });
  const pages = useInfiniteQuery({
    ...pagesOf(outboxRoutes.list, { query: search ? { search } : {} }),
    refetchInterval: refreshUnlessSearched(refreshMs),
    placeholderData: (before) => before,
  });
  const rows = rowsOf(pages.data);
  const searched = useScanBackwards(pages);
  const sorting = useSort({ by: "created", descending: true });
  const emailId = address["email"];
  const listed = rows?.find((row) => row.emailId === emailId);
  // a linked email may not be on the first page
  const linked = useQuery({
    ...listOf(outboxRoutes.list, { query: { emailId: emailId ?? "" } }),
    enabled: emailId !== undefined && rows !== undefined && listed === undefined,
  });
  const open = emailId === undefined ? undefined : (listed ?? linked.data?.[0]);
  return (
    <Page
      title="Outbox"
      purpose={
        <>
          Emails from Email nodes. Without an{" "}
          <Anchor component={PathLink} to={paths.externalIntegrations} inherit underline="always">
            email provider
          </Anchor>{" "}
          they are listed here but not sent.
        </>
      }
      shape="table"
    >
      <Table
        name="Outbox"
        columns={columnsOf((email) => change({ email }))}
        rows={{ ...pages, isPending: pages.isPending || searched.isSearching, data: rows }}
        note={searched.note}
        rowId={(row) => row.emailId}
        rowName={(row) => `Email to ${row.to.email}`}
        {...sorting}
        {...searchBar}
        errorTitle="Error loading the outbox"
        {...(rows ? { count: plural(rows.length, "email") + (pages.hasNextPage ? " so far" : "") } : {})}
        hasMore={pages.hasNextPage}
        onEndReached={() => (pages.isFetchingNextPage ? undefined : void pages.fetchNextPage())}
        empty={
          <EmptyState icon={IconMailOpened} title="No emails yet">
            When a contact reaches an Email node, the email appears here within seconds.
          </EmptyState>
        }
      />
      {open ? <OutboxEmailDialog email={open} close={() => change({ email: undefined })} /> : null}
    </Page>
  );
}
