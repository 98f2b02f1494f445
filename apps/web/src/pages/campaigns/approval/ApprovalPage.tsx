import { Alert, Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconCheck, IconRoute, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type Approval, approvalRoutes, type WholeApproval } from "@trunkline/contract/workflows/approval.ts";
import { useState } from "react";
import { callOne } from "../../../api/call.ts";
import { useMay, useMe } from "../../../api/me.ts";
import { oneOf, useRefresh } from "../../../api/queries.ts";
import { paths } from "../../../paths.ts";
import { ReasonButton } from "../../../ui/form/ReasonButton.tsx";
import { ErrorState } from "../../../ui/page/ErrorState.tsx";
import { later, overThePage } from "../../../ui/page/lazyPart.tsx";
import { Page } from "../../../ui/page/Page.tsx";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { messagesOfFailure, toastErrors, toastSuccess } from "../../../ui/page/toast.tsx";
import { usePathPart } from "../../../ui/page/usePathPart.ts";
import { Facts } from "../../../ui/text/Facts.tsx";
import { StatusBadge, type Tone } from "../../../ui/text/StatusBadge.tsx";
import { Time } from "../../../ui/text/Time.tsx";
import { DrawingFrame } from "../editor/DrawingFrame.tsx";
import { campaignVersions } from "../versions/campaignVersions.ts";
import { routeVersions } from "../versions/routeVersions.ts";
import { WithdrawButton } from "./ApprovalBanner.tsx";

// loaded after the facts
const loadRead = () => import("./readApproval.ts");
const ApprovalDrawing = later(async () => (await import("./ApprovalDrawing.tsx")).ApprovalDrawing, {
  shape: <DrawingFrame />,
  frame: (words) => <DrawingFrame>{words}</DrawingFrame>,
});
const DeclineApproval = later(async () => (await import("./DeclineApproval.tsx")).DeclineApproval, {
  frame: overThePage,
});

const crumbs = [{ label: "Workflows", to: paths.campaigns }];

/** One request for approval: who asks for what, what it changes, and the decision (decision 0085). */
export function ApprovalPage() {
  const approvalId = usePathPart("approvalId") ?? "";
  const approval = useQuery(oneOf(approvalRoutes.find, { params: { approvalId } }));
  if (approval.data !== undefined) return <Loaded approval={approval.data} />;
  return (
    <Page title="Request for approval" crumbs={crumbs}>
      {approval.isError ? (
        <ErrorState title="Could not load the request" problem={approval.error} retry={() => approval.refetch()} />
      ) : (
        <Skeleton height={160} />
      )}
    </Page>
  );
}

const editorOf = ({ kind, workflow }: Approval): string =>
  kind === "outbound" ? paths.editCampaign(workflow) : paths.editInbound(workflow);

function Loaded({ approval }: { approval: WholeApproval }) {
  const { title, note, author, created } = approval;
  return (
    <Page
      title={`Approval of ${title}`}
      purpose="Approving publishes the workflow as it is drawn here."
      crumbs={[...crumbs, { label: title, to: editorOf(approval) }]}
      actions={<Decision approval={approval} />}
    >
      <Stack gap={24}>
        <Late approval={approval} />
        <Facts
          of={[
            ["Status", <Status key="status" approval={approval} />],
            ["Asked by", author],
            ["Asked", <Time key="asked" at={created} />],
            ["Note", note === "" ? "---" : note],
            ...(approval.reason === null ? [] : [["Reason", approval.reason] as const]),
          ]}
        />
        <Changes approval={approval} />
      </Stack>
    </Page>
  );
}

const states: Record<Approval["state"], { tone: Tone; words: string }> = {
  waiting: { tone: "waits", words: "Waiting for approval" },
  approved: { tone: "done", words: "Approved" },
  declined: { tone: "failed", words: "Declined" },
  withdrawn: { tone: "off", words: "Withdrawn" },
};

function Status({ approval: { state, decidedBy, decided, published } }: { approval: Approval }) {
  const { tone, words } = states[state];
  const version = published === null ? "" : `, published as version ${published}`;
  return (
    <Group gap={8}>
      <StatusBadge tone={tone}>{words}</StatusBadge>
      {decidedBy !== null && (
        <Text inherit span>
          by {decidedBy}, <Time at={decided} />
          {version}
        </Text>
      )}
    </Group>
  );
}

const isLate = ({ state, version, newest }: Approval): boolean => state === "waiting" && version !== newest;

/** Says who published another version after the request was made. */
function Late({ approval }: { approval: Approval }) {
  const { account } = useMe();
  const { kind, workflow, newest } = approval;
  const versions = kind === "outbound" ? campaignVersions(workflow) : routeVersions(account.accountSid, workflow);
  const last = useQuery({ ...versions.newest, enabled: isLate(approval) }).data;
  if (!isLate(approval)) return null;
  return (
    <Alert color="yellow" title={`Version ${newest} was published after this request was made`}>
      <Text size="sm">
        {last ? `${last.createdBy} published it` : "It was published"} after the version that this request changes, so
        the request cannot be approved. Decline it, or ask its author to open the newest version and to ask again.
      </Text>
      <Button mt={8} size="compact-sm" variant="default" component={PathLink} to={editorOf(approval)}>
        {`Open version ${newest}`}
      </Button>
    </Alert>
  );
}

/** The buttons of those who may approve, of the author, and of everyone. */
function Decision({ approval }: { approval: Approval }) {
  const { user } = useMe();
  const mayApprove = useMay()("workflow-approve");
  const { decide, isBusy } = useDecide(approval);
  const [isDeclining, setDeclining] = useState(false);
  const { approvalId, author, authorId, state, newest } = approval;
  const isOwn = authorId === user.userId;
  const params = { approvalId };
  return (
    <Group gap={8}>
      <Button variant="default" leftSection={<IconRoute size={16} />} component={PathLink} to={editorOf(approval)}>
        Open workflow
      </Button>
      {state === "waiting" && isOwn && <WithdrawButton approvalId={approvalId} />}
      {state === "waiting" && mayApprove && !isOwn && (
        <>
          <Button variant="default" leftSection={<IconX size={16} />} onClick={() => setDeclining(true)}>
            Decline
          </Button>
          <ReasonButton
            leftSection={<IconCheck size={16} />}
            loading={isBusy}
            reason={isLate(approval) ? `Version ${newest} was published after this request was made.` : undefined}
            onClick={() => void decide(() => callOne(approvalRoutes.approve, { params }))}
          >
            Approve
          </ReasonButton>
        </>
      )}
      {isDeclining && (
        <DeclineApproval
          author={author}
          close={() => setDeclining(false)}
          decline={(reason) => decide(() => callOne(approvalRoutes.decline, { params, body: { reason } }))}
        />
      )}
    </Group>
  );
}

/** Approves or declines, and reports the outcome. */
function useDecide({ title }: Approval) {
  const refresh = useRefresh();
  const [isBusy, setBusy] = useState(false);
  const decide = async (request: () => Promise<Approval>) => {
    setBusy(true);
    try {
      const { state, published, author } = await request();
      if (state === "approved") toastSuccess("Approved", `Published ${title} as version ${published}.`);
      else toastSuccess("Declined", `${author} can read the reason.`);
    } catch (problem) {
      toastErrors("The request was not decided", messagesOfFailure(problem));
    }
    await refresh("/v4/approval/", "/v4/campaign/", "/v4/route/", "/v4/workflow/", "/v4/number");
    setBusy(false);
  };
  return { decide, isBusy };
}

/** What the request changes, and its drawing. */
function Changes({ approval }: { approval: WholeApproval }) {
  const { accountSid } = useMe().account;
  const read = useQuery({
    queryKey: ["approval drawing", approval.approvalId],
    queryFn: async () => (await loadRead()).readApproval(approval, accountSid),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (read.isError)
    return <ErrorState title="Could not load the drawing" problem={read.error} retry={() => read.refetch()} />;
  if (read.data === undefined) return <DrawingFrame />;
  const { version } = approval;
  return (
    <Stack gap={8} component="section">
      <Title order={2} fz={16}>
        {version === 0 ? "What it would publish" : `What it changes in version ${version}`}
      </Title>
      <ApprovalDrawing before={read.data.before} graph={read.data.graph} version={version} />
    </Stack>
  );
}
