import { Button, Select } from "@mantine/core";
import { IconAddressBook, IconFileImport, IconHelpCircle, IconPlus } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type Contact, contactRoutes, contactSort } from "@trunkline/contract/contacts/contact.ts";
import { useEffect, useMemo } from "react";
import { addressOf } from "../../api/call.ts";
import { useContactFields } from "../../api/contactFields.ts";
import { useMay } from "../../api/me.ts";
import { pagesOf, rowsOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { later, overThePage } from "../../ui/page/lazyPart.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { usePreload } from "../../ui/page/usePreload.ts";
import { SearchBox } from "../../ui/table/SearchBox.tsx";
import { type Sort, useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { formatCount, plural } from "../../ui/text/formatFigure.ts";
import { Bulk, BulkAll } from "./Bulk.tsx";
import { ContactJobs } from "./ContactJobs.tsx";
import { contactColumns } from "./contactColumns.tsx";
import { contactName } from "./contactName.ts";
import { Filters } from "./Filters.tsx";
import { SearchProgress } from "./SearchProgress.tsx";
import { readFilters, statementsOf, writeFilters } from "./statements.ts";
import { type Selection, useMatching } from "./useMatching.ts";

const loadNew = () => import("./NewContact.tsx");
const NewContact = later(async () => (await loadNew()).NewContact, { frame: overThePage });
const soon = [loadNew];

type Archived = "no" | "only" | "all";
const pageSize = 200;
/** The search continues by itself until it has found this many rows. */
const wantedRows = 50;
const newest: Sort = { by: "created", descending: true };
const isSortable = (by: string): by is (typeof contactSort)[number] => (contactSort as readonly string[]).includes(by);

/** The contacts table, with search, filters, sorting, bulk actions and export. Scrolling loads more. */
export function ContactsPage() {
  const [address, change] = useAddress();
  const filters = useMemo(() => readFilters(address["statements"]), [address]);
  const search = address["q"] ?? "";
  const archived: Archived =
    address["archived"] === "only" || address["archived"] === "all" ? address["archived"] : "no";
  const sorting = useSort(newest);
  const sort = isSortable(sorting.sort.by) ? sorting.sort : newest;
  const selection = {
    ...(search ? { search } : {}),
    ...(filters.length > 0 ? { statements: JSON.stringify(statementsOf(filters)) } : {}),
    archived,
  };
  const contacts = useInfiniteQuery({
    ...pagesOf(contactRoutes.list, {
      query: {
        ...selection,
        limit: pageSize,
        sort: sort.by as (typeof contactSort)[number],
        order: sort.descending ? "desc" : "asc",
      },
    }),
    placeholderData: (before) => before,
  });
  const rows = useMemo(() => rowsOf(contacts.data), [contacts.data]);
  const count = countOf(rows, contacts.hasNextPage, contacts.data?.pages[0]?.total);
  // placeholder rows belong to the previous filter
  const isSearch = contacts.hasNextPage && !contacts.isPlaceholderData;
  const searched = isSearch ? contacts.data?.pages.at(-1)?.searched : undefined;
  const { fetchNextPage, isFetchingNextPage, isError } = contacts;
  // continue by itself for the first rows, then on demand
  const continues = searched !== undefined && (rows?.length ?? 0) < wantedRows && !isError;
  useEffect(() => {
    if (continues && !isFetchingNextPage) void fetchNextPage();
  }, [continues, isFetchingNextPage, fetchNextPage]);
  const { customFields } = useContactFields();
  const columns = useMemo(() => contactColumns(customFields), [customFields]);
  const mayAdmin = useMay()("contact-admin");
  usePreload(soon);
  const isFiltered = search !== "" || filters.length > 0 || archived !== "no";
  const selected: Selection = { ...(search ? { search } : {}), statements: statementsOf(filters), archived };
  const matching = useMatching(selected);
  return (
    <Page
      title="Contacts"
      purpose="The people you text and call."
      shape="table"
      actions={
        <>
          <Button variant="default" component={PathLink} to={paths.whyNot} leftSection={<IconHelpCircle size={16} />}>
            Why not?
          </Button>
          {mayAdmin ? <Actions onNew={() => change({ new: "yes" })} /> : null}
        </>
      }
    >
      <Table
        name="Contacts"
        columns={columns}
        rows={{ ...contacts, isPending: contacts.isPending || (continues && rows?.length === 0), data: rows }}
        rowId={(row) => row.contactId}
        rowName={contactName}
        sort={sort}
        onSort={sorting.onSort}
        sortedByServer
        filters={
          <>
            <SearchBox
              label="Search contacts"
              placeholder="Name, phone or email"
              value={search}
              onSearch={(q) => change({ q })}
            />
            <Select
              size="xs"
              w={112}
              aria-label="Archived contacts"
              data={[
                { value: "no", label: "Active" },
                { value: "only", label: "Archived" },
                { value: "all", label: "All" },
              ]}
              value={archived}
              onChange={(value) => change({ archived: value === "no" ? undefined : (value ?? undefined) })}
            />
            <Filters filters={filters} onChange={(changed) => change({ statements: writeFilters(changed) })} />
          </>
        }
        clearFilters={
          isFiltered ? () => change({ q: undefined, statements: undefined, archived: undefined }) : undefined
        }
        errorTitle="Error loading contacts"
        note={
          <>
            <ContactJobs />
            {searched && (
              <SearchProgress
                searched={searched}
                isSearching={continues || isFetchingNextPage}
                onContinue={() => void fetchNextPage({ cancelRefetch: false })}
              />
            )}
          </>
        }
        {...(count ? { count } : {})}
        onExport={() => location.assign(addressOf(contactRoutes.export, {}, selection))}
        hasMore={contacts.hasNextPage}
        onEndReached={() => (contacts.isFetchingNextPage ? undefined : void contacts.fetchNextPage())}
        bulk={(selected, clear) => <Bulk selected={selected} clear={clear} />}
        matching={{
          ...matching,
          noun: "contacts",
          bulk: (all, clear) => <BulkAll selection={selected} count={all} clear={clear} />,
        }}
        empty={
          <EmptyState icon={IconAddressBook} title="No contacts yet" action={mayAdmin ? <ImportButton /> : null}>
            Import a CSV file. Phone numbers can be in any common format.
          </EmptyState>
        }
      />
      {address["new"] && mayAdmin ? <NewContact close={() => change({ new: undefined })} /> : null}
    </Page>
  );
}

const ImportButton = () => (
  <Button component={PathLink} to={paths.importContacts} leftSection={<IconFileImport size={16} />}>
    Import contacts
  </Button>
);

const Actions = ({ onNew }: { onNew: () => void }) => (
  <>
    <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onNew}>
      New contact
    </Button>
    <ImportButton />
  </>
);

/** The server counts up to this number and estimates larger totals. */
const countedTo = 10_000;

/** The total number of contacts: counted once all are loaded, else from the server's first page. */
function countOf(rows: Contact[] | undefined, hasMore: boolean, total: number | undefined): string | undefined {
  if (rows === undefined) return undefined;
  if (!hasMore) return plural(rows.length, "contact");
  if (total === undefined) return `${formatCount(rows.length)} contacts so far`;
  return `${total > countedTo ? "about " : ""}${plural(total, "contact")}`;
}
