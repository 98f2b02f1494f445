import { IconMessages } from "@tabler/icons-react";
import { type Message, messageFigures, messageRoutes, messageStatuses } from "@trunkline/contract/messages/message.ts";
import { HistoryTable } from "../../history/HistoryTable.tsx";
import { partyColumns, unsorted } from "../../history/historyCells.tsx";
import { messageColumns } from "../../history/messageColumns.tsx";
import { Page } from "../../ui/page/Page.tsx";
import type { Column } from "../../ui/table/column.ts";

const columns: Column<Message>[] = unsorted([
  ...messageColumns.slice(0, 2),
  ...partyColumns<Message>(),
  ...messageColumns.slice(2),
]);

/** Every text and RCS message in and out. */
export function MessagesPage() {
  return (
    <Page title="Messages" purpose="All inbound and outbound texts and RCS messages, with their status." shape="table">
      <HistoryTable
        name="Messages"
        one="message"
        routes={messageRoutes}
        statuses={messageStatuses}
        figures={messageFigures}
        columns={columns}
        rowId={(row) => row.messageId}
        errorTitle="Error loading messages"
        empty={{
          icon: IconMessages,
          title: "No messages yet",
          words: "Texts from runs and replies from contacts appear here within seconds.",
        }}
      />
    </Page>
  );
}
