import { Button } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { type Approval, approvalRoutes } from "@trunkline/contract/workflows/approval.ts";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { useMe } from "../../../api/me.ts";
import { useRefresh } from "../../../api/queries.ts";
import { paths } from "../../../paths.ts";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { toastError, toastSuccess } from "../../../ui/page/toast.tsx";
import { formatAgo } from "../../../ui/text/formatTime.ts";
import classes from "../editor/Editor.module.css";
import { pickApprovals } from "./pickApprovals.ts";
import { useWorkflowApprovals } from "./workflowApprovals.ts";

interface Props {
  /** The campaign id or the route tag. */
  workflow: string;
  /** The version on the canvas. */
  version: number;
  /** Loads the newest version. */
  load: () => void;
}

/** The requests for approval of the workflow on the canvas: those that wait, and how the user's own one was decided. */
export function ApprovalBanner({ workflow, version, load }: Props) {
  const { user } = useMe();
  const requests = useWorkflowApprovals(workflow);
  const [closed, setClosed] = useLocalStorage<string | null>({
    key: `trunkline.approval.${user.userId}.${workflow}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  if (requests === undefined) return null;
  const { waiting, decided } = pickApprovals(requests, user.userId, closed);
  return (
    <>
      {decided !== undefined && (
        <div className={classes["past"]} role="status">
          <span>{describeDecision(decided)}</span>
          <span className={classes["spring"]} />
          {decided.published !== null && decided.published > version && (
            <Button size="compact-sm" onClick={load}>
              {`Load version ${decided.published}`}
            </Button>
          )}
          <OpenButton approval={decided} />
          <Button size="compact-sm" variant="default" onClick={() => setClosed(decided.approvalId)}>
            Close
          </Button>
        </div>
      )}
      {waiting.map((approval) => (
        <Waiting key={approval.approvalId} approval={approval} isOwn={approval.authorId === user.userId} />
      ))}
    </>
  );
}

const describeDecision = ({ state, decidedBy, reason, published }: Approval): string =>
  state === "approved"
    ? `${decidedBy} approved your request. It was published as version ${published}.`
    : `${decidedBy} declined your request: ${reason}`;

const OpenButton = ({ approval }: { approval: Approval }) => (
  <Button size="compact-sm" variant="default" component={PathLink} to={paths.approval(approval.approvalId)}>
    Open the request
  </Button>
);

function Waiting({ approval, isOwn }: { approval: Approval; isOwn: boolean }) {
  const { author, created, note, version, newest } = approval;
  const ago = formatAgo(created, Date.now());
  const isLate = newest !== version;
  return (
    <div className={classes["past"]} role="note">
      <span>
        {isOwn ? `Your request for approval from ${ago} is waiting.` : `${author} asked for approval ${ago}.`}
        {note !== "" && ` “${note}”`}
        {isLate && ` Version ${newest} was published since, so it cannot be approved.`}
      </span>
      <span className={classes["spring"]} />
      <OpenButton approval={approval} />
      {isOwn && <WithdrawButton approvalId={approval.approvalId} />}
    </div>
  );
}

/** Withdraws the user's own request. */
export function WithdrawButton({ approvalId }: { approvalId: string }) {
  const refresh = useRefresh();
  const [isBusy, setBusy] = useState(false);
  const withdraw = async () => {
    setBusy(true);
    try {
      await call(approvalRoutes.withdraw, { params: { approvalId } });
      toastSuccess("Request withdrawn", "Your changes are still your draft.");
    } catch (problem) {
      toastError("The request was not withdrawn", problem);
    }
    await refresh("/v4/approval/");
    setBusy(false);
  };
  return (
    <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void withdraw()}>
      Withdraw
    </Button>
  );
}
