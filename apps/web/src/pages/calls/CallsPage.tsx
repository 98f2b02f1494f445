import { IconPhoneCall } from "@tabler/icons-react";
import { callFigures, callRoutes, callStatuses } from "@trunkline/contract/calls/call.ts";
import { callColumns } from "../../history/callColumns.tsx";
import { HistoryTable } from "../../history/HistoryTable.tsx";
import { callFilters } from "../../history/useHistory.ts";
import { Page } from "../../ui/page/Page.tsx";
import { CallFilters } from "./CallFilters.tsx";

/** All inbound and outbound calls. */
export function CallsPage() {
  return (
    <Page title="Calls" purpose="All inbound and outbound calls." shape="table">
      <HistoryTable
        name="Calls"
        one="call"
        routes={callRoutes}
        statuses={callStatuses}
        figures={callFigures}
        more={callFilters}
        moreFilters={(address, change) => <CallFilters address={address} change={change} />}
        columns={callColumns}
        rowId={(row) => row.callId}
        errorTitle="Error loading calls"
        empty={{
          icon: IconPhoneCall,
          title: "No calls yet",
          words: "Calls placed by workflows and calls to your numbers appear here as soon as they ring.",
        }}
      />
    </Page>
  );
}
