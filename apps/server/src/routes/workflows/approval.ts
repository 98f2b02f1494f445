import { isDeepStrictEqual } from "node:util";
import { holds } from "@trunkline/contract/identity/roles.ts";
import { type Approval, approvalRoutes } from "@trunkline/contract/workflows/approval.ts";
import type { Actor } from "../../http/caller.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { conflict, notFound } from "../../http/problem.ts";
import { audit } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import { listMembers } from "../../store/identity/membership.ts";
import { notify } from "../../store/notifications/notify.ts";
import { listDrawings, lockRouteTag, type RouteTagRow } from "../../store/routing/inboundRoute.ts";
import {
  type ApprovalRow,
  endApproval,
  type FrozenWorkflow,
  findApproval,
  insertApproval,
  listApprovals,
  lockApproval,
  replaceApproval,
} from "../../store/workflows/approval.ts";
import { insertApprovalMails } from "../../store/workflows/approvalMail.ts";
import { type CampaignSettings, listVersions, lockVersion } from "../../store/workflows/campaign.ts";
import type { DraftedWorkflow } from "../../store/workflows/draft.ts";
import { saveVersionLabel } from "../../store/workflows/versionLabel.ts";
import { nextCursor, readIdCursor } from "../idCursor.ts";
import { checkRoute, publishRoute } from "../routing/inboundDrawing.ts";
import { found } from "../routing/lockTag.ts";
import { checkCampaign, needCampaign, publishCampaign, settingsOf } from "./campaign.ts";
import { refuseLate } from "./newerVersion.ts";

/** Requests to publish workflows (decision 0085). */
export function registerApproval(api: Api): void {
  handle(api, approvalRoutes.list, ({ db, account, query }) =>
    db.tx([account], async (q) => {
      const { limit, cursor, state, workflow } = query;
      const of = { state, workflow: workflow?.toLowerCase() };
      const rows = await listApprovals(q, account, of, { limit, before: readIdCursor(cursor) });
      return { payload: rows.map(show), next: nextCursor(rows, limit, ({ approvalId }) => approvalId) };
    }),
  );
  handle(api, approvalRoutes.find, ({ db, account, params }) =>
    db.tx([account], async (q) => {
      const { drawing, settings, ...row } = await needApproval(q, account, params.approvalId);
      return [{ ...show(row), drawing, settings: settings && { ...settings } }];
    }),
  );
  registerAsking(api);
  registerDeciding(api);
}

function registerAsking(api: Api): void {
  handle(api, approvalRoutes.askOutbound, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account, params, body } = call;
      const of = { kind: "outbound" as const, workflow: params.campaignId.toLowerCase() };
      const campaign = await needCampaign(q, account, of.workflow);
      refuseLate(await lockVersion(q, account, of.workflow), body.basedOn);
      const settings = body.settings === undefined ? null : settingsOf(body.settings);
      const drawing = await checkCampaign(q, account, campaign, {
        workflow: body.workflow,
        settings: settings ?? settingsOf(campaign),
      });
      return ask(q, call, of, { drawing, settings });
    }),
  );
  handle(api, approvalRoutes.askInbound, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account, body } = call;
      const tag = await found(lockRouteTag(q, account, call.params.routeTag));
      const { routeTag, version } = tag;
      refuseLate(version, body.basedOn);
      await checkRoute(q, account, routeTag, body.workflow);
      return ask(
        q,
        call,
        { kind: "inbound", workflow: routeTag },
        { drawing: body.workflow, settings: numbersOf(tag) },
      );
    }),
  );
}

type Asking = Pick<Call, "account" | "actor" | "mailer"> & { body: { basedOn: number; note: string } };

/** Stores a checked request in place of the author's earlier one. */
async function ask(q: Query, call: Asking, of: DraftedWorkflow, frozen: FrozenWorkflow): Promise<Approval[]> {
  const { account, actor, body } = call;
  const { basedOn: version, note } = body;
  await replaceApproval(q, account, of, actor.id);
  const approvalId = await insertApproval(q, account, of, { ...frozen, author: actor.id, version, note });
  if (call.mailer !== null) await insertApprovalMails(q, account, approvalId, await approversBut(q, account, actor.id));
  const row = await needApproval(q, account, approvalId);
  await notify(
    q,
    account,
    {
      kind: "approval",
      tone: "asks",
      sentence: `${row.author} asks you to approve the workflow “${row.title}”`,
      path: `/campaigns/approval/${approvalId}`,
      mailable: false,
    },
    { privilege: "workflow-approve", but: actor.id },
  );
  await audit(q, call, "approval.ask", of.workflow, { name: row.title, version, note });
  return [show(row)];
}

/** Who may decide a request of this author. */
const approversBut = async (q: Query, account: string, author: string): Promise<string[]> =>
  (await listMembers(q, account)).flatMap(({ userId, role, privileges }) =>
    userId !== author && holds(role, privileges, "workflow-approve") ? [userId] : [],
  );

function registerDeciding(api: Api): void {
  handle(api, approvalRoutes.withdraw, (call) =>
    call.db.tx([call.account], async (q) => {
      const row = await needWaiting(q, call);
      if (row.authorId !== call.actor.id)
        throw conflict(
          `${row.author} asked for this approval, so only they can withdraw it. Decline it instead`,
          "params.approvalId",
          "not_your_request",
        );
      await endApproval(q, call.account, row.approvalId, { state: "withdrawn", by: call.actor.id });
      await audit(q, call, "approval.withdraw", row.workflow, { name: row.title });
      return [{ id: row.approvalId }];
    }),
  );
  handle(api, approvalRoutes.decline, (call) =>
    call.db.tx([call.account], async (q) => {
      const row = await needOthers(q, call);
      const { reason } = call.body;
      await endApproval(q, call.account, row.approvalId, { state: "declined", by: call.actor.id, reason });
      if (call.mailer !== null) await insertApprovalMails(q, call.account, row.approvalId, [row.authorId]);
      await notifyAuthor(q, call, row, `declined your workflow “${row.title}”: ${reason}`, "failed");
      await audit(q, call, "approval.decline", row.workflow, { name: row.title, author: row.author, reason });
      return [show(await needApproval(q, call.account, row.approvalId))];
    }),
  );
  handle(api, approvalRoutes.approve, (call) =>
    call.db.tx([call.account], async (q) => {
      const row = await needOthers(q, call);
      const published = await publish(q, call, row);
      await endApproval(q, call.account, row.approvalId, { state: "approved", by: call.actor.id, published });
      // what the approver read is what readers of the version history want to know. A request that changes nothing makes no version
      if (row.note !== "" && published > row.version)
        await saveVersionLabel(q, call.account, row, published, { name: "", note: row.note });
      if (call.mailer !== null) await insertApprovalMails(q, call.account, row.approvalId, [row.authorId]);
      await notifyAuthor(q, call, row, `approved your workflow “${row.title}”, and it is published`, "done");
      await audit(q, call, "approval.approve", row.workflow, {
        name: row.title,
        author: row.author,
        version: published,
      });
      return [show(await needApproval(q, call.account, row.approvalId))];
    }),
  );
}

/** Notifies the author of a decision, which has a mail of its own. */
async function notifyAuthor(
  q: Query,
  { account, actor }: Pick<Call, "account" | "actor">,
  { approvalId, authorId }: ApprovalRow,
  decision: string,
  tone: "done" | "failed",
): Promise<void> {
  const [sentence, path] = [`${actor.name} ${decision}`, `/campaigns/approval/${approvalId}`];
  await notify(q, account, { kind: "approval", tone, sentence, path, mailable: false }, { only: authorId });
}

/** Publishes what was asked for, in its author's name, and returns the version. Everything is checked again, because lists, templates and tests may have changed. */
async function publish(
  q: Query,
  call: Pick<Call, "account" | "actor">,
  row: ApprovalRow & FrozenWorkflow,
): Promise<number> {
  const { account } = call;
  const { kind, workflow, drawing, version, authorId: author } = row;
  if (kind === "outbound") {
    const campaign = await needCampaign(q, account, workflow);
    const newest = await lockVersion(q, account, workflow);
    if (newest !== version) throw changed(newest, await listVersions(q, account, workflow, { limit: 1 }));
    const settings = (row.settings as CampaignSettings | null) ?? settingsOf(campaign);
    return publishCampaign(q, call, campaign, { workflow: drawing, settings, author });
  }
  const tag = await found(lockRouteTag(q, account, workflow));
  if (tag.version !== version) throw changed(tag.version, await listDrawings(q, account, workflow, { limit: 1 }));
  // its start node would undo what was attached since
  if (!isDeepStrictEqual(row.settings, numbersOf(tag)))
    throw conflict(
      `The numbers of "${workflow}" were changed after this request was made. Decline it, so that its author opens the workflow and asks again`,
      "params.approvalId",
      "numbers_changed",
    );
  return publishRoute(q, call, tag, { workflow: drawing, author });
}

const numbersOf = ({ numbers, numberSets }: RouteTagRow) => ({
  numbers,
  numberSetIds: numberSets.map(({ numberSetId }) => numberSetId).sort(),
});

/** The refusal of a request that is based on an older version. */
function changed(newest: number, [last]: { createdBy: string }[]) {
  const who = last === undefined ? "Another user" : last.createdBy;
  return conflict(
    `${who} published version ${newest} after this request was made. Decline it, so that its author opens version ${newest} and asks again`,
    "params.approvalId",
    "newer_version",
  );
}

type Deciding = { account: string; actor: Actor; params: { approvalId: string } };

/** The request of another author that waits, kept from other deciders. */
async function needOthers(q: Query, call: Deciding): Promise<ApprovalRow & FrozenWorkflow> {
  const row = await needWaiting(q, call);
  if (row.authorId === call.actor.id)
    throw conflict(
      "You made this request yourself, so another user decides. You can withdraw it",
      "params.approvalId",
      "own_request",
    );
  return row;
}

async function needWaiting(q: Query, { account, params }: Deciding): Promise<ApprovalRow & FrozenWorkflow> {
  await lockApproval(q, account, params.approvalId);
  const row = await needApproval(q, account, params.approvalId);
  if (row.state === "waiting") return row;
  const reason = row.reason === null ? "" : `: ${row.reason}`;
  throw conflict(
    `${row.decidedBy ?? "Another user"} has ${row.state} this request already${reason}`,
    "params.approvalId",
    "already_decided",
  );
}

async function needApproval(q: Query, account: string, approvalId: string): Promise<ApprovalRow & FrozenWorkflow> {
  const row = await findApproval(q, account, approvalId);
  if (row === null) throw notFound("request for approval");
  return row;
}

const show = ({ created, decided, ...row }: ApprovalRow): Approval => {
  const { drawing: _, settings: __, ...rest } = row as ApprovalRow & Partial<FrozenWorkflow>;
  return { ...rest, created: created.toISOString(), decided: decided?.toISOString() ?? null };
};
