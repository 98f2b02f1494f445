import type { CallKey } from "../calls/call.ts";
import { supervisorHasJoined, userHasJoined } from "../calls/providerCall.ts";
import type { Query } from "../database.ts";

/** The call of a user, and who supervises it. */
export interface SupervisionRow {
  userId: string;
  userName: string;
  supervisorId: string | null;
  supervisorName: string | null;
  mode: "listen" | "whisper" | "join" | null;
  /** The phone of the user rings, or that of the supervisor. */
  ringsUser: boolean;
  ringsSupervisor: boolean;
}

/** The user whom a contact speaks with. Null: there is none. */
export const findSupervision = (q: Query, { accountId, callId }: CallKey): Promise<SupervisionRow | null> =>
  q.one(
    `select o.user_id "userId", coalesce(nullif(u.name, ''), u.email) "userName", o.supervisor_id "supervisorId",
       o.supervisor_name "supervisorName", o.supervision "mode",
       p.call_id is not null and not ${userHasJoined} "ringsUser",
       o.supervision is not null and p.call_id is not null and not ${supervisorHasJoined} "ringsSupervisor"
     from call_offer o join auth_user u on u.user_id = o.user_id
     left join provider_call p on p.account_id = o.account_id and p.call_id = o.call_id
     where o.account_id = $1 and o.call_id = $2 and o.state = 'talking' and o.consulted_by is null`,
    [accountId, callId],
  );

/** Writes who supervises the call. Null: no one. */
export const saveSupervision = (
  q: Query,
  { accountId, callId }: CallKey,
  supervisor: { userId: string; name: string; mode: string } | null,
): Promise<number> =>
  q.run(
    `update call_offer set supervisor_id = $3, supervisor_name = $4, supervision = $5
     where account_id = $1 and call_id = $2 and state = 'talking' and consulted_by is null`,
    [accountId, callId, supervisor?.userId ?? null, supervisor?.name ?? null, supervisor?.mode ?? null],
  );
