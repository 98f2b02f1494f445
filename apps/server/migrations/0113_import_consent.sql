-- What an import says about its contacts (decision 0105): where their consent comes from, and the audience that it fills.
alter table contact
  add column consent_source text,
  -- when an import named it
  add column consent_at timestamptz;
alter table contact_import
  add column consent_source text,
  add column audience_id uuid;
