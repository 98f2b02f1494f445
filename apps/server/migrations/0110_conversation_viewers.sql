-- Who has a conversation of the inbox open, and who is typing in it. A row is renewed every second or two while the page is
-- shown and counts for a few seconds, so it need not survive a crash.
create unlogged table conversation_viewer (
  account_id uuid not null,
  contact_id uuid not null,
  -- the user or the API key
  viewer_id uuid not null,
  typing boolean not null,
  seen timestamptz not null default now(),
  primary key (account_id, contact_id, viewer_id)
);
call trunkline_tenant('conversation_viewer');
