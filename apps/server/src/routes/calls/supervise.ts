import { type Supervision, supervisionRoutes } from "@trunkline/contract/calls/supervision.ts";
import type { Actor } from "../../http/caller.ts";
import { type Api, handle } from "../../http/handle.ts";
import { conflict, notFound } from "../../http/problem.ts";
import type { CallWorld } from "../../inbound/callWorld.ts";
import { linesOf, orderLine } from "../../inbound/orderLine.ts";
import { findSupervision, type SupervisionRow, saveSupervision } from "../../store/agents/supervision.ts";
import { audit } from "../../store/audit/audit.ts";
import { type CallKey, findCallCarrier } from "../../store/calls/call.ts";
import { findCall } from "../../store/calls/callList.ts";
import type { Query } from "../../store/database.ts";
import { userOf } from "../agents/phone.ts";
import { phoneFor } from "../agents/pickCaller.ts";

/** Supervising calls of other users: listening, whispering, joining. */
export function registerSupervise(api: Api): void {
  const world: CallWorld = { publicUrl: api.config.publicUrl, pace: 1 };
  handle(api, supervisionRoutes.find, ({ db, account, actor, params }) =>
    db.tx([account], async (q) => {
      const key = { accountId: account, callId: params.callId };
      await findOrRefuse(q, key);
      return show(q, key, actor);
    }),
  );
  handle(api, supervisionRoutes.save, async (call) => {
    const { db, account, actor, params, body } = call;
    const key = { accountId: account, callId: params.callId };
    const answer = await db.tx([account], async (q) => {
      await findOrRefuse(q, key);
      await act(q, key, { userId: userOf(actor), name: actor.name }, body.action, world);
      await audit(q, call, "call.supervise", params.callId, { action: body.action });
      return show(q, key, actor);
    });
    call.wakeUp();
    return answer;
  });
}

async function findOrRefuse(q: Query, { accountId, callId }: CallKey): Promise<void> {
  if ((await findCall(q, accountId, callId)) === null) throw notFound("call");
}

/** The line is locked first, so that two supervisors cannot take part at once. */
async function act(
  q: Query,
  key: CallKey,
  user: { userId: string; name: string },
  action: "listen" | "whisper" | "join" | "leave",
  world: CallWorld,
): Promise<void> {
  const isDone = await orderLine(
    q,
    key,
    async (ends) => {
      const talk = ends === null ? null : await findSupervision(q, key);
      if (ends === null || talk === null) return [];
      const isMine = talk.supervisorId === user.userId;
      if (action === "leave") {
        if (!isMine) throw conflict("You do not supervise this call", undefined, "not_supervising");
        await saveSupervision(q, key, null);
        return [{ input: "unsupervised" }];
      }
      refuseWhere(talk, user.userId);
      const at = isMine ? {} : await phoneFor(q, key.accountId, user.userId, ends);
      await saveSupervision(q, key, { ...user, mode: action });
      return [{ input: "supervised", by: user.name, mode: action, ...at }];
    },
    world,
  );
  if (!isDone) throw conflict("No user is on this call, so there is nothing to supervise", undefined, "not_talking");
}

function refuseWhere({ userId, supervisorId, supervisorName, ringsUser }: SupervisionRow, mine: string): void {
  if (userId === mine) throw conflict("This is your own call. Another user can supervise it", undefined, "own_call");
  if (supervisorId !== null && supervisorId !== mine)
    throw conflict(`${supervisorName} supervises this call already`, undefined, "is_supervised");
  if (ringsUser)
    throw conflict("The user's phone still rings. Try again when they are connected", undefined, "not_talking");
}

async function show(q: Query, key: CallKey, actor: Actor): Promise<Supervision[]> {
  const talk = await findSupervision(q, key);
  if (talk === null) return [];
  const { userId, userName, supervisorId, supervisorName, mode, ringsSupervisor } = talk;
  const carrier = await findCallCarrier(q, key);
  return [
    {
      userName,
      isOwn: userId === actor.id,
      supervisorName,
      isSupervisor: supervisorId !== null && supervisorId === actor.id,
      mode,
      rings: ringsSupervisor,
      hasSound: carrier !== null && (linesOf(carrier)?.ringsUsersBy(carrier) ?? null) !== null,
    },
  ];
}
