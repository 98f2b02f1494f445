-- Which channels the contact itself refused, next to the bits of what must not be sent: a text that is not sent then says
-- whether the contact opted out or the account listed the number.
select set_config('trunkline.accounts', (select coalesce(array_agg(account_id), '{}')::text from account), true);
update contact c set dnc = c.dnc | d.refused
from (
  select account_id, phone, bit_or(case type when 'call' then 8 when 'sms' then 16 else 32 end)::smallint refused
  from dnc where party = 'contact' group by account_id, phone
) d
where c.account_id = d.account_id and c.phone = d.phone;
select set_config('trunkline.accounts', '', true);
