-- Three versions of each journey fit a page: connections that claim side by side keep the last two of them alive. With 40 a fifth
-- of the updates had to leave their page and enter all indexes, and the table grew by more than the smaller rows had saved.
alter table journey set (fillfactor = 32);

-- Every text was entered into this index and message_turn, which have the same columns in another order.
drop index message_queue;
