import { type LiveList, liveListRoutes } from "@trunkline/contract/agents/livelist.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { conflict, invalid, notFound } from "../../http/problem.ts";
import {
  findLiveList,
  insertLiveList,
  type LiveListRow,
  listLiveLists,
  removeLiveList,
  updateLiveList,
} from "../../store/agents/liveList.ts";
import { listUnknownUsers } from "../../store/agents/workGroup.ts";
import { audit, auditChange } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import { listRouteUses } from "../../store/routing/routeUse.ts";
import { splitName } from "../identity/splitName.ts";

/** Live lists: users that callers are routed to (spec 3 §2, §7). */
export function registerLiveList(api: Api): void {
  handle(api, liveListRoutes.list, ({ db, account }) =>
    db.tx([account], async (q) => {
      const uses = await listRouteUses(q, account, "live-list");
      return (await listLiveLists(q, account)).map((row) => show(row, uses));
    }),
  );
  handle(api, liveListRoutes.create, (call) =>
    call.db.tx([call.account], async (q) => {
      const { listName, clientIds } = call.body;
      await refuseUnknownContacts(q, call.account, clientIds);
      if (!(await insertLiveList(q, call.account, listName, clientIds, call.body)))
        throw conflict(`A live list named "${listName}" already exists`, "body.listName", "name_taken");
      return auditAndShow(q, call, "liveList.create", listName);
    }),
  );
  handle(api, liveListRoutes.update, (call) =>
    call.db.tx([call.account], async (q) => {
      const { listName } = call.params;
      if (call.body.listName !== listName)
        throw invalid(`The name of the live list "${listName}" cannot be changed`, "body.listName", "name_fixed");
      await refuseUnknownContacts(q, call.account, call.body.clientIds);
      const before = await findLiveList(q, call.account, listName);
      if (!(await updateLiveList(q, call.account, listName, call.body.clientIds, call.body))) throw noList(listName);
      return auditAndShow(q, call, "liveList.update", listName, before);
    }),
  );
  handle(api, liveListRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const { listName } = call.body;
      const routedBy = (await listRouteUses(q, call.account, "live-list")).get(listName);
      if (routedBy !== undefined && (await findLiveList(q, call.account, listName)) !== null)
        throw conflict(
          `The live list "${listName}" is in use by ${routedBy.map((tag) => `"${tag}"`).join(", ")}. Remove it there first`,
          "body.listName",
          "live_list_in_use",
        );
      if (!(await removeLiveList(q, call.account, listName))) throw noList(listName);
      await audit(q, call, "liveList.delete", listName);
      return [{ listName }];
    }),
  );
}

const noList = (listName: string) => notFound(`live list "${listName}"`);

async function refuseUnknownContacts(q: Query, account: string, clientIds: readonly string[]): Promise<void> {
  const [stranger] = await listUnknownUsers(q, account, clientIds);
  if (stranger !== undefined)
    throw invalid(
      `${stranger} is not a user of this account`,
      `body.clientIds[${clientIds.indexOf(stranger)}]`,
      "not_a_user",
    );
}

async function auditAndShow(
  q: Query,
  call: Call,
  action: string,
  listName: string,
  before: LiveListRow | null = null,
): Promise<LiveList[]> {
  const row = await findLiveList(q, call.account, listName);
  if (!row) throw noList(listName);
  const listed = ({ users, targetPercent, targetSeconds, wrapUpSeconds, callbackOffer }: LiveListRow) => ({
    users: users.map(({ name }) => name),
    targetPercent,
    targetSeconds,
    wrapUpSeconds,
    callbackOffer,
  });
  if (before === null) await audit(q, call, action, listName, listed(row));
  else await auditChange(q, call, action, listName, { before: listed(before), after: listed(row) });
  return [show(row, await listRouteUses(q, call.account, "live-list"))];
}

const show = ({ users, created, ...row }: LiveListRow, uses: ReadonlyMap<string, string[]>): LiveList => ({
  ...row,
  clientIds: users.map(({ clientId }) => clientId),
  users: users.map(({ clientId, name }) => ({ clientId, ...splitName(name) })),
  created: created.toISOString(),
  routedBy: uses.get(row.listName) ?? [],
});
