-- Whoever follows an invitation enters the account that it is of, after the second step as well; null: their first.
alter table auth_challenge add column enters uuid;
