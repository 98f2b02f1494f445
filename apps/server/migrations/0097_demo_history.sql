-- The demo account whose three weeks of history are still to be made; null: none, or they are made.
alter table installation add column demo_history_of uuid;
