-- The signing secret of before, while receivers take up the new one: requests carry both signatures until it ends.
alter table connection
  -- sealed
  add column old_signing_secret text,
  add column old_signing_until timestamptz;
