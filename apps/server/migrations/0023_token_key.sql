-- The key of sessions and API keys, sealed under the master key since that was changed: their hashes cannot be made anew.
alter table installation add column token_key text;
