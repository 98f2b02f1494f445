-- How calls and messages that came in were led: one row each, by the id of the call or message, with what every rule said.
create table route_decision (
  account_id uuid not null,
  -- of the message or call
  subject_id uuid not null,
  -- call, sms, rcs
  src_type text not null,
  route_tag text not null,
  contact_id uuid,
  from_number text not null,
  -- the route destination that was taken; null: none
  destination text,
  dest_type text,
  dest text,
  -- delivered, refused, unmatched, answered
  outcome text not null,
  -- why, for people
  because text,
  -- the paths that were judged, with every rule, what it looked at and what it said
  paths jsonb not null,
  unread int not null default 0,
  primary key (account_id, subject_id)
) partition by range (subject_id);
create table route_decision_else partition of route_decision default;
create index route_decision_contact on route_decision (account_id, contact_id, subject_id);
call trunkline_tenant('route_decision');

-- The inbox that a conversation was led to; null: none, it stands among all.
alter table conversation add column inbox text;
create index conversation_inbox on conversation (account_id, inbox, status, last_id) where inbox is not null;

-- a number finds its sets, and through them its route, for every text that comes in
create index number_set_number_phone on number_set_number (account_id, phone);
