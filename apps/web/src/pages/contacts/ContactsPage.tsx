import { Button } from "@mantine/core";
import { IconAddressBook, IconFileImport, IconHelpCircle, IconPlus } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type Contact, contactRoutes, contactSort } from "@trunkline/contract/contacts/contact.ts";
import { useEffect, useMemo } from "react";
import { addressOf } from "../../api/call.ts";
import { useContactFields } from "../../api/contactFields.ts";
import { useMay } from "../../api/me.ts";
import { pagesOf, rowsOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { LaterSelect } from "../../ui/form/LaterSelect.tsx";
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

/** The search, the filters and the order of the list, as the address has them. */
function useListQuery() {
  const [address, change] = useAddress();
  const filters = useMemo(() => readFilters(address["statements"]), [address]);
  const search = address["q"] ?? "";
  const archived: Archived =
    address["archived"] === "only" || address["archived"] === "all" ? address["archived"] : "no";
  const sorting = useSort(newest);
  const sort = isSortable(sorting.sort.by) ? sorting.sort : newest;
  const statements = statementsOf(filters);
  const searched = search ? { search } : {};
  return {
    isNew: address["new"] !== undefined && address["new"] !== "",
    change,
    filters,
    search,
    archived,
    sort,
    onSort: sorting.onSort,
    isFiltered: search !== "" || filters.length > 0 || archived !== "no",
    clear: () => change({ q: undefined, statements: undefined, archived: undefined }),
    /** As the bulk actions name the contacts. */
    selected: { ...searched, statements, archived } satisfies Selection,
    /** As the addresses of the list and its export name them. */
    selection: { ...searched, ...(filters.length > 0 ? { statements: JSON.stringify(statements) } : {}), archived },
  };
}
type ListQuery = ReturnType<typeof useListQuery>;

/** The pages of contacts. A search that finds few rows continues by itself, then on demand. */
function useContacts({ selection, sort }: ListQuery) {
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
  // placeholder rows belong to the previous filter
  const isSearch = contacts.hasNextPage && !contacts.isPlaceholderData;
  const searched = isSearch ? contacts.data?.pages.at(-1)?.searched : undefined;
  const { fetchNextPage, isFetchingNextPage, isError } = contacts;
  const continues = searched !== undefined && (rows?.length ?? 0) < wantedRows && !isError;
  useEffect(() => {
    if (continues && !isFetchingNextPage) void fetchNextPage();
  }, [continues, isFetchingNextPage, fetchNextPage]);
  return { contacts, rows, searched, continues };
}

/** The contacts table, with search, filters, sorting, bulk actions and export. Scrolling loads more. */
export function ContactsPage() {
  const query = useListQuery();
  const { sort, onSort, selection, selected, change } = query;
  const { contacts, rows, searched, continues } = useContacts(query);
  const count = countOf(rows, contacts.hasNextPage, contacts.data?.pages[0]?.total);
  const { customFields } = useContactFields();
  const columns = useMemo(() => contactColumns(customFields), [customFields]);
  const mayAdmin = useMay()("contact-admin");
  usePreload(soon);
  const matching = useMatching(selected);
  return (
    <Page
      title="Contacts"
      purpose="The people you text and call."
      shape="table"
      actions={<Actions onNew={mayAdmin ? () => change({ new: "yes" }) : undefined} />}
    >
      <Table
        name="Contacts"
        columns={columns}
        rows={{ ...contacts, isPending: contacts.isPending || (continues && rows?.length === 0), data: rows }}
        rowId={(row) => row.contactId}
        rowName={contactName}
        sort={sort}
        onSort={onSort}
        sortedByServer
        filters={<ListFilters {...query} />}
        clearFilters={query.isFiltered ? query.clear : undefined}
        errorTitle="Error loading contacts"
        note={
          <>
            <ContactJobs />
            {searched && (
              <SearchProgress
                searched={searched}
                isSearching={continues || contacts.isFetchingNextPage}
                onContinue={() => void contacts.fetchNextPage({ cancelRefetch: false })}
              />
            )}
          </>
        }
        {...(count ? { count } : {})}
        onExport={() => location.assign(addressOf(contactRoutes.export, {}, selection))}
        hasMore={contacts.hasNextPage}
        onEndReached={() => (contacts.isFetchingNextPage ? undefined : void contacts.fetchNextPage())}
        bulk={(some, clear) => <Bulk selected={some} clear={clear} />}
        matching={{
          ...matching,
          noun: "contacts",
          bulk: (all, clear) => <BulkAll selection={selected} count={all} clear={clear} />,
        }}
        empty={<NoContacts mayImport={mayAdmin} />}
      />
      {query.isNew && mayAdmin ? <NewContact close={() => change({ new: undefined })} /> : null}
    </Page>
  );
}

/** Audiences have no search text and no archived contacts, so only a list without them can be saved as one. */
function SaveAudience({ search, archived, filters }: ListQuery) {
  const mayAdmin = useMay()("contact-admin");
  const statements = writeFilters(filters);
  if (!mayAdmin || statements === undefined || search !== "" || archived !== "no") return null;
  return (
    <Button size="compact-sm" variant="subtle" component={PathLink} to={paths.createAudience} search={{ statements }}>
      Save as audience
    </Button>
  );
}

const ListFilters = (query: ListQuery) => {
  const { search, archived, filters, change } = query;
  return (
    <>
      <SearchBox
        label="Search contacts"
        placeholder="Name, phone or email"
        value={search}
        onSearch={(q) => change({ q })}
      />
      <LaterSelect
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
      <SaveAudience {...query} />
    </>
  );
};

const NoContacts = ({ mayImport }: { mayImport: boolean }) => (
  <EmptyState icon={IconAddressBook} title="No contacts yet" action={mayImport ? <ImportButton /> : null}>
    Import a CSV file. Phone numbers can be in any common format.
  </EmptyState>
);

const ImportButton = () => (
  <Button component={PathLink} to={paths.importContacts} leftSection={<IconFileImport size={16} />}>
    Import contacts
  </Button>
);

/** Without `onNew` the user may not add contacts. */
const Actions = ({ onNew }: { onNew: (() => void) | undefined }) => (
  <>
    <Button variant="default" component={PathLink} to={paths.whyNot} leftSection={<IconHelpCircle size={16} />}>
      Why not?
    </Button>
    {onNew ? (
      <>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onNew}>
          New contact
        </Button>
        <ImportButton />
      </>
    ) : null}
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
