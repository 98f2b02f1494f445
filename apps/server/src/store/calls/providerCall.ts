import { withoutNul } from "../arrays.ts";
import type { Query } from "../database.ts";
import type { CallKey } from "./call.ts";

/** A call at a provider, whose line is of the kind of its carrier. */
export interface ProviderCall<Line extends object = object> extends CallKey {
  connectionId: string;
  /** The kind of its carrier. */
  kind: string;
  /** The provider's id. */
  callRef: string | null;
  line: Line;
  /** The account's number, and who is called or calls. */
  own: string;
  contact: string;
}

/** Stores a line before the provider hears of the call, once. */
export async function insertProviderCall(
  q: Query,
  { accountId, callId, connectionId, callRef, line }: Omit<ProviderCall, "kind" | "own" | "contact">,
): Promise<void> {
  await q.run(
    `insert into provider_call (account_id, call_id, connection_id, call_ref, line) values ($1, $2, $3, $4, $5)
     on conflict (account_id, call_id) do nothing`,
    [accountId, callId, connectionId, callRef, JSON.stringify(line)],
  );
}

/** Takes the line of a call for this transaction. */
export const lockProviderCall = <Line extends object>(
  q: Query,
  { accountId, callId }: CallKey,
): Promise<ProviderCall<Line> | null> =>
  q.one<ProviderCall<Line>>(
    {
      name: "providerCall.lock",
      text: `select p.account_id as "accountId", p.call_id as "callId", p.connection_id as "connectionId", p.call_ref as "callRef", p.line,
          split_part(c.carrier, ':', 1) as kind,
          case c.direction when 'out' then c.from_number else c.to_number end as own,
          case c.direction when 'out' then c.to_number else c.from_number end as contact
        from provider_call p join call c on c.account_id = p.account_id and c.call_id = p.call_id
        where p.account_id = $1 and p.call_id = $2 for update of p`,
    },
    [accountId, callId],
  );

/** A call at a provider, which alone may report on it. */
export interface ProviderCallKey extends CallKey {
  connectionId: string;
}

/** Stores what a line has become. */
export async function saveProviderCall(
  q: Query,
  { accountId, callId, line }: Pick<ProviderCall, "accountId" | "callId" | "line">,
): Promise<void> {
  await q.runAhead(
    {
      name: "providerCall.save",
      text: "update provider_call set line = $3::jsonb where account_id = $1 and call_id = $2",
    },
    [accountId, callId, withoutNul(JSON.stringify(line))],
  );
}

/** Stores the provider's id of a call. False: it is known, or the connection has no such call. */
export const nameProviderCall = async (
  q: Query,
  { accountId, callId, connectionId }: ProviderCallKey,
  callRef: string,
): Promise<boolean> =>
  (await q.run(
    `update provider_call set call_ref = $4
     where account_id = $1 and call_id = $2 and connection_id = $3 and call_ref is null`,
    [accountId, callId, connectionId, callRef],
  )) > 0;

/** The call of a provider's id. */
export async function findCallOfRef(
  q: Query,
  accountId: string,
  connectionId: string,
  callRef: string,
): Promise<string | null> {
  const row = await q.one<{ callId: string }>(
    `select call_id as "callId" from provider_call where account_id = $1 and connection_id = $2 and call_ref = $3`,
    [accountId, connectionId, callRef],
  );
  return row?.callId ?? null;
}

/** The provider's id of a call that it has named. */
export async function findCallRef(q: Query, { accountId, callId }: CallKey): Promise<string | null> {
  const row = await q.one<{ callRef: string | null }>(
    `select call_ref as "callRef" from provider_call where account_id = $1 and call_id = $2`,
    [accountId, callId],
  );
  return row?.callRef ?? null;
}

/** Whether the user's own phone, or a supervisor's, has joined the call of a row `p`: lines of each kind of provider keep it in their own place. */
export const userHasJoined = `coalesce((p.line->'waits'->>'hasJoined')::boolean, (p.line->'waits'->'user'->>'hasJoined')::boolean, false)`;
export const supervisorHasJoined = `coalesce((p.line->'waits'->'supervisor'->>'hasJoined')::boolean, false)`;
