import { Button } from "@mantine/core";
import { IconMessageBolt, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type SavedReply, savedReplyRoutes } from "@trunkline/contract/inbox/savedReply.ts";
import { useRemoveOne } from "../../actions/useRemoveOne.ts";
import { call } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { listOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { later, overThePage } from "../../ui/page/lazyPart.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { usePreload } from "../../ui/page/usePreload.ts";
import type { Column } from "../../ui/table/column.ts";
import type { RowAction } from "../../ui/table/RowActions.tsx";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useListSearch } from "../../ui/table/useListSearch.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { Time } from "../../ui/text/Time.tsx";
import { findReplies } from "./findReplies.ts";

// the dialog loads after the list is shown
const loadForm = () => import("./SavedReplyForm.tsx");
const SavedReplyForm = later(async () => (await loadForm()).SavedReplyForm, { frame: overThePage });
const soon = [loadForm];

const columns: Column<SavedReply>[] = [
  {
    id: "title",
    header: "Title",
    cell: (row) => <span style={{ fontWeight: 500 }}>{row.title}</span>,
    value: (row) => row.title,
    width: 200,
    always: true,
  },
  { id: "text", header: "Text", cell: (row) => row.text, value: (row) => row.text, width: 480 },
  {
    id: "updated",
    header: "Changed",
    cell: (row) => <Time at={row.updated} />,
    value: (row) => row.updated,
    width: 165,
  },
];

/** Texts that users insert into replies (decision 0099). */
export function SavedRepliesPage() {
  usePreload(soon);
  const replies = useQuery(listOf(savedReplyRoutes.list));
  const [address, change] = useAddress();
  const sorting = useSort({ by: "title", descending: false });
  const mayAdmin = useMay()("inbox-admin");
  const remove = useRemoveOne(savedReplyRoutes.list.path);
  const { search, searchBar } = useListSearch({ label: "Search saved replies", placeholder: "Search title or text" });
  const found = replies.data && findReplies(replies.data, search);
  const create = mayAdmin ? (
    <Button leftSection={<IconPlus size={16} />} onClick={() => change({ create: "yes" })}>
      Saved reply
    </Button>
  ) : null;
  const actionsOf = (row: SavedReply): RowAction[] => [
    {
      label: "Edit",
      icon: IconPencil,
      run: () => change({ edit: row.replyId }),
      disabled: mayAdmin ? undefined : notAllowed,
    },
    {
      label: "Delete",
      icon: IconTrash,
      run: () =>
        void remove({
          ask: {
            title: `Delete saved reply "${row.title}"?`,
            consequence: "Users can no longer insert it. Texts that were sent stay. This cannot be undone.",
            confirm: "Delete saved reply",
          },
          remove: () => call(savedReplyRoutes.remove, { params: { replyId: row.replyId } }),
          done: ["Saved reply deleted", row.title],
          failed: "Error deleting saved reply",
        }),
      destructive: true,
      disabled: mayAdmin ? undefined : notAllowed,
    },
  ];
  const edited = replies.data?.find(({ replyId }) => replyId === address["edit"]);
  const close = () => change({ create: undefined, edit: undefined });
  return (
    <Page
      title="Saved replies"
      crumbs={[{ label: "Inbox", to: paths.inbox() }]}
      purpose="Texts that users insert into replies. In the reply box, type / to search them."
      shape="table"
      actions={create}
    >
      <Table
        name="Saved replies"
        columns={columns}
        rows={{ ...replies, data: found }}
        rowId={(row) => row.replyId}
        rowName={(row) => row.title}
        {...sorting}
        {...searchBar}
        errorTitle="Error loading saved replies"
        {...(found ? { count: plural(found.length, "saved reply", "saved replies") } : {})}
        rowActions={actionsOf}
        empty={
          <EmptyState icon={IconMessageBolt} title="No saved replies yet" action={create}>
            Save the answers that you write often, with the contact's name filled in.
          </EmptyState>
        }
      />
      {mayAdmin && address["create"] ? <SavedReplyForm reply={null} close={close} /> : null}
      {mayAdmin && edited ? <SavedReplyForm key={edited.replyId} reply={edited} close={close} /> : null}
    </Page>
  );
}
