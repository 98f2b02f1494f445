-- Everybody whom a file brings or changes gets this tag: a run goes to whoever was uploaded for it.
alter table contact_import add column tag text;
