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
import { Searched } from "./Searched.tsx";
import { readFilters, statementsOf, writeFilters } from "./statements.ts";
import { type Selection, useMatching } from "./useMatching.ts";

const loadNew = () => import("./NewContact.tsx");
const NewContact = later(async () => (await loadNew()).NewContact, { frame: overThePage });
const soon = [loadNew];

type Archived = "no" | "only" | "all";
const pageSize = 200;
/** So many rows are looked for at once; the rest when somebody asks. */
const enough = 50;
const newest: Sort = { by: "created", descending: true };
const isSortable = (by: string): by is (typeof contactSort)[number] => (contactSort as readonly string[]).includes(by);

/** Contacts: search, filter by statements, sort, select, archive, export; pages by key as one scrolls. */
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
  // what stays of the filter before is no search that goes on
  const isSearch = contacts.hasNextPage && !contacts.isPlaceholderData;
  const searched = isSearch ? contacts.data?.pages.at(-1)?.searched : undefined;
  const { fetchNextPage, isFetchingNextPage, isError } = contacts;
  // somebody waits for the first rows, and goes on for the others
  const goesOn = searched !== undefined && (rows?.length ?? 0) < enough && !isError;
  useEffect(() => {
    if (goesOn && !isFetchingNextPage) void fetchNextPage();
  }, [goesOn, isFetchingNextPage, fetchNextPage]);
  const { customFields } = useContactFields();
  const columns = useMemo(() => contactColumns(customFields), [customFields]);
  const mayAdmin = useMay()("contact-admin");
  usePreload(soon);
  const isFiltered = search !== "" || filters.length > 0 || archived !== "no";
  const picked: Selection = { ...(search ? { search } : {}), statements: statementsOf(filters), archived };
  const matching = useMatching(picked);
  return (
    <Page
      title="Contacts"
      purpose="The people that your workflows write to."
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
        rows={{ ...contacts, isPending: contacts.isPending || (goesOn && rows?.length === 0), data: rows }}
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
              <Searched
                searched={searched}
                isGoing={goesOn || isFetchingNextPage}
                goOn={() => void fetchNextPage({ cancelRefetch: false })}
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
          bulk: (all, clear) => <BulkAll selection={picked} count={all} clear={clear} />,
        }}
        empty={
          <EmptyState icon={IconAddressBook} title="No contacts yet" action={mayAdmin ? <ImportButton /> : null}>
            Import a CSV file of the people that you write to. Phones may be in any readable form.
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

/** Up to here the server counts; beyond it answers what it expects. */
const countedTo = 10_000;

/** How many there are in all: counted when all are here, else as the server answers with the first page. */
function countOf(rows: Contact[] | undefined, hasMore: boolean, total: number | undefined): string | undefined {
  if (rows === undefined) return undefined;
  if (!hasMore) return plural(rows.length, "contact");
  if (total === undefined) return `${formatCount(rows.length)} contacts so far`;
  return `${total > countedTo ? "about " : ""}${plural(total, "contact")}`;
}
