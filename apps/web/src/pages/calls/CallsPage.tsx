import { IconPhoneCall } from "@tabler/icons-react";
import { callRoutes, callStatuses } from "@trunkline/contract/calls/call.ts";
import { callColumns } from "../../history/callColumns.tsx";
import { HistoryTable } from "../../history/HistoryTable.tsx";
import { Page } from "../../ui/page/Page.tsx";

/** Every call in and out. */
export function CallsPage() {
  return (
    <Page
      title="Calls"
      purpose="Every call in and out: who answered, for how long, and what was recorded."
      shape="table"
    >
      <HistoryTable
        name="Calls"
        one="call"
        routes={callRoutes}
        statuses={callStatuses}
        columns={callColumns}
        rowId={(row) => row.callId}
        errorTitle="Error loading calls"
        empty={{
          icon: IconPhoneCall,
          title: "No calls yet",
          words: "Calls that a workflow places, and calls to your numbers, are listed here as soon as they ring.",
        }}
      />
    </Page>
  );
}
