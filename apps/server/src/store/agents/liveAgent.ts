import type { AgentState, PlaceKind } from "@trunkline/contract/agents/callCenter.ts";
import type { Query } from "../database.ts";
import { party } from "./phone.ts";

/** An agent on the live page. */
export interface LiveAgentRow {
  userId: string;
  userName: string;
  state: AgentState;
  /** Why the agent is away, or will be after the call. */
  reason: string | null;
  isAwayNext: boolean;
  since: Date | null;
  /** The call that rings or that they are on. */
  callId: string | null;
  kind: PlaceKind | "person" | null;
  name: string | null;
  isHeld: boolean;
  phone: string | null;
  contactName: string | null;
}

const isOffline = "p.seen is null or p.seen < now() - interval '30 seconds'";

/** Users who have opened a phone, or are members of a work group or live list, with what they do now. */
export const listLiveAgents = (q: Query, account: string): Promise<LiveAgentRow[]> =>
  q.rows(
    {
      name: "callCenter.agents",
      text: `select m.user_id "userId", coalesce(nullif(u.name, ''), u.email) "userName",
          case when o.state <> 'over' then o.state when ${isOffline} then 'offline' when o.wrap_until > now() then 'wrapUp'
            when p.status = 'away' then 'away' else 'available' end state,
          case when p.status = 'away' then r.name end reason,
          p.status = 'away' and (o.state <> 'over' or not (${isOffline}) and o.wrap_until > now()) is true "isAwayNext",
          case when o.state = 'ringing' then o.at when o.state = 'talking' then coalesce(o.answered, o.at)
            when ${isOffline} then coalesce(p.seen + interval '30 seconds', p.changed) when o.wrap_until > now() then o.ended
            else greatest(p.changed, o.ended, o.wrapped) end since,
          l.call_id "callId", l.kind, l.name, coalesce(l.is_held, false) "isHeld", l.phone, l."contactName"
        from membership m join auth_user u using (user_id)
        left join agent_presence p on p.account_id = m.account_id and p.agent = 'user:' || m.user_id
        left join agent_reason r on r.account_id = p.account_id and r.reason_id = p.reason_id
        left join lateral (
          select o.* from call_offer o where o.account_id = m.account_id and o.user_id = m.user_id
          order by o.offer_id desc limit 1) o on true
        left join lateral (
          select o.call_id, o.kind, o.name, o.is_held, ${party}
          from call t left join contact c on c.account_id = t.account_id and c.contact_id = t.contact_id
          where o.state <> 'over' and t.account_id = o.account_id and t.call_id = o.call_id) l on true
        where m.account_id = $1 and (p.seen is not null or p.changed is not null
          or exists (select from work_group_member w where w.account_id = m.account_id and w.user_id = m.user_id)
          or exists (select from live_list_member w where w.account_id = m.account_id and w.user_id = m.user_id))
        order by lower(coalesce(nullif(u.name, ''), u.email)), m.user_id limit 2000`,
    },
    [account],
  );
