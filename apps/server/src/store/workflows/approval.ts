import type { Query } from "../database.ts";
import { newId } from "../newId.ts";
import { nameOf } from "./approvedBy.ts";
import type { CampaignSettings } from "./campaign.ts";
import type { DraftedWorkflow } from "./draft.ts";

export type ApprovalState = "waiting" | "approved" | "declined" | "withdrawn";

/** A request to publish a workflow, without its drawing. */
export interface ApprovalRow extends DraftedWorkflow {
  approvalId: string;
  title: string;
  authorId: string;
  author: string;
  /** The published version that the drawing is based on. */
  version: number;
  /** The version that is published now. */
  newest: number;
  note: string;
  state: ApprovalState;
  created: Date;
  decided: Date | null;
  decidedBy: string | null;
  reason: string | null;
  published: number | null;
}

/** The numbers of an inbound workflow when a request was made. */
interface RouteNumbers {
  numbers: string[];
  numberSetIds: string[];
}

/** What a request would publish, with the settings of an outbound workflow, or the numbers that an inbound one had. */
export interface FrozenWorkflow {
  drawing: string;
  settings: CampaignSettings | RouteNumbers | null;
}

const columns = `r.approval_id "approvalId", r.kind, r.workflow, coalesce(c.name, r.workflow) title,
  r.author_id "authorId", ${nameOf("u", "k")} author, r.version,
  coalesce(c.version, t.version, 0) newest, r.note, r.state, r.created, r.decided,
  case when r.decided_by is not null then ${nameOf("du", "dk")} end "decidedBy", r.reason, r.published`;
const joins = `from workflow_approval r
  left join campaign c on c.account_id = r.account_id
    and c.campaign_id = case when r.kind = 'outbound' then r.workflow::uuid end
  left join route t on t.account_id = r.account_id and t.route_tag = r.workflow and r.kind = 'inbound'
  left join auth_user u on u.user_id = r.author_id
  left join api_key k on k.account_id = r.account_id and k.api_key_id = r.author_id
  left join auth_user du on du.user_id = r.decided_by
  left join api_key dk on dk.account_id = r.account_id and dk.api_key_id = r.decided_by`;

/** Requests, newest first, optionally of one state or workflow. */
export const listApprovals = (
  q: Query,
  account: string,
  of: { state?: string | undefined; workflow?: string | undefined },
  page: { limit: number; before: string | undefined },
): Promise<ApprovalRow[]> =>
  q.rows(
    `select ${columns} ${joins}
     where r.account_id = $1 and ($2::text is null or r.state = $2) and ($3::text is null or r.workflow = $3)
       and ($4::uuid is null or r.approval_id < $4)
     order by r.approval_id desc limit $5`,
    [account, of.state ?? null, of.workflow ?? null, page.before ?? null, page.limit],
  );

/** One request with what it would publish, or null. */
export const findApproval = (
  q: Query,
  account: string,
  approvalId: string,
): Promise<(ApprovalRow & FrozenWorkflow) | null> =>
  q.one(`select ${columns}, r.drawing, r.settings ${joins} where r.account_id = $1 and r.approval_id = $2`, [
    account,
    approvalId,
  ]);

/** Keeps a request from other deciders until the transaction ends. */
export const lockApproval = (q: Query, account: string, approvalId: string): Promise<number> =>
  q.run("select from workflow_approval where account_id = $1 and approval_id = $2 for update", [account, approvalId]);

/** Makes a request and returns its id. The caller has ended the author's earlier one. */
export async function insertApproval(
  q: Query,
  account: string,
  { kind, workflow }: DraftedWorkflow,
  request: FrozenWorkflow & { author: string; version: number; note: string },
): Promise<string> {
  const approvalId = newId();
  await q.run(
    `insert into workflow_approval (account_id, approval_id, kind, workflow, author_id, version, drawing, settings, note)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9)`,
    [
      account,
      approvalId,
      kind,
      workflow,
      request.author,
      request.version,
      request.drawing,
      request.settings && JSON.stringify(request.settings),
      request.note,
    ],
  );
  return approvalId;
}

/** Withdraws the author's waiting request for a workflow, because a newer one replaces it. */
export const replaceApproval = (
  q: Query,
  account: string,
  { kind, workflow }: DraftedWorkflow,
  author: string,
): Promise<number> =>
  q.run(
    `update workflow_approval set state = 'withdrawn', decided = now(), decided_by = author_id, reason = 'Replaced by a newer request'
     where account_id = $1 and kind = $2 and workflow = $3 and author_id = $4 and state = 'waiting'`,
    [account, kind, workflow, author],
  );

/** Ends a waiting request. */
export const endApproval = (
  q: Query,
  account: string,
  approvalId: string,
  end: { state: ApprovalState; by: string; reason?: string; published?: number },
): Promise<number> =>
  q.run(
    `update workflow_approval set state = $3, decided = now(), decided_by = $4, reason = $5, published = $6
     where account_id = $1 and approval_id = $2`,
    [account, approvalId, end.state, end.by, end.reason ?? null, end.published ?? null],
  );

/** Removes the requests of a deleted workflow. */
export const removeApprovals = (q: Query, account: string, { kind, workflow }: DraftedWorkflow): Promise<number> =>
  q.run("delete from workflow_approval where account_id = $1 and kind = $2 and workflow = $3", [
    account,
    kind,
    workflow,
  ]);
