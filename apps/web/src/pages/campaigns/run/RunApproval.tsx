import { Alert, Button, Group, Text } from "@mantine/core";
import { IconCheck, IconUserCheck, IconX } from "@tabler/icons-react";
import { type Batch, batchRoutes } from "@trunkline/contract/runs/batch.ts";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { notAllowed, useMay, useMe } from "../../../api/me.ts";
import { useRefresh } from "../../../api/queries.ts";
import { ReasonButton } from "../../../ui/form/ReasonButton.tsx";
import { later, overThePage } from "../../../ui/page/lazyPart.tsx";
import { toastError, toastSuccess } from "../../../ui/page/toast.tsx";
import { formatCount } from "../../../ui/text/formatFigure.ts";
import { formatAgo } from "../../../ui/text/formatTime.ts";

const DeclineApproval = later(async () => (await import("../approval/DeclineApproval.tsx")).DeclineApproval, {
  frame: overThePage,
});

type Request = NonNullable<Batch["approval"]>;

/** The request for approval of a large run: who asked, and what another user can decide. */
export function RunApproval({ batch }: { batch: Batch }) {
  const { approval, status } = batch;
  if (approval === null || status === "In Progress" || status === "Done") return null;
  if (approval.state === "waiting") return <Waiting batch={batch} request={approval} />;
  if (approval.state !== "declined") return null;
  return (
    <Alert color="yellow" variant="light" title={`${approval.decidedBy} declined this run`} role="status">
      <Text size="sm">{`“${approval.reason}”`}</Text>
      <Text size="sm">Start the run again to ask once more.</Text>
    </Alert>
  );
}

function Waiting({ batch, request }: { batch: Batch; request: Request }) {
  const { user } = useMe();
  const may = useMay();
  const { decide, isBusy } = useDecision(batch);
  const [isDeclining, setDeclining] = useState(false);
  const isOwn = request.authorId === user.userId;
  const reason = may("run-approve") ? undefined : notAllowed;
  return (
    <Alert
      color="blue"
      variant="light"
      icon={<IconUserCheck size={20} />}
      title={isOwn ? "Waiting for approval by another user" : "This run waits for approval"}
      role="status"
    >
      <Text size="sm" mb={12}>
        {`${isOwn ? "You asked" : `${request.author} asked`} ${formatAgo(request.created, Date.now())} to start this run. It is for more than ${formatCount(request.above)} contacts, so another user decides.`}
      </Text>
      {isOwn ? (
        <Button
          size="compact-md"
          variant="default"
          loading={isBusy}
          onClick={() => void decide("stop", undefined, "Request withdrawn")}
        >
          Withdraw request
        </Button>
      ) : (
        <Group gap={8}>
          <ReasonButton
            size="compact-md"
            leftSection={<IconCheck size={16} />}
            loading={isBusy}
            reason={reason}
            onClick={() => void decide("approve", undefined, "Workflow started successfully")}
          >
            Approve and start
          </ReasonButton>
          <ReasonButton
            size="compact-md"
            variant="default"
            leftSection={<IconX size={16} />}
            reason={reason}
            onClick={() => setDeclining(true)}
          >
            Decline…
          </ReasonButton>
        </Group>
      )}
      {isDeclining && (
        <DeclineApproval
          author={request.author}
          place="on the page of the run"
          close={() => setDeclining(false)}
          decline={(words) => decide("decline", words, "Run declined")}
        />
      )}
    </Alert>
  );
}

/** Approves, declines or withdraws, and shows the run as it is then. */
function useDecision({ campaignId, batchId, displayName }: Batch) {
  const refresh = useRefresh();
  const [isBusy, setBusy] = useState(false);
  const decide = async (what: "approve" | "decline" | "stop", reason: string | undefined, done: string) => {
    const params = { campaignId, batchId };
    setBusy(true);
    try {
      if (what === "approve") await call(batchRoutes.approve, { params });
      else if (what === "stop") await call(batchRoutes.stop, { params, body: { mode: "stop" } });
      else await call(batchRoutes.decline, { params, body: { reason: reason ?? "" } });
      toastSuccess(done, displayName);
    } catch (problem) {
      toastError("There was an error deciding the request", problem);
    } finally {
      await refresh("/v4/campaign/batch", "/v4/campaign/:campaignId/batch", "/v4/home");
      setBusy(false);
    }
  };
  return { decide, isBusy };
}
