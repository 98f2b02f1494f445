import { Button } from "@mantine/core";
import { IconPhoneCall, IconPhoneOutgoing } from "@tabler/icons-react";
import { callFigures, callRoutes, callStatuses } from "@trunkline/contract/calls/call.ts";
import { useMay } from "../../api/me.ts";
import { callColumns } from "../../history/callColumns.tsx";
import { HistoryTable } from "../../history/HistoryTable.tsx";
import { callFilters } from "../../history/useHistory.ts";
import { paths } from "../../paths.ts";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { CallFilters } from "./CallFilters.tsx";

/** All inbound and outbound calls. */
export function CallsPage() {
  const may = useMay();
  return (
    <Page
      title="Calls"
      purpose="All inbound and outbound calls."
      shape="table"
      actions={
        may("inbox-use") ? (
          <Button
            component={PathLink}
            to={paths.callbacks}
            variant="default"
            leftSection={<IconPhoneOutgoing size={16} />}
          >
            Callbacks
          </Button>
        ) : null
      }
    >
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
