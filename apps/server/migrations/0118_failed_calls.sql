-- Failures by reason count calls as well (decision 0098).
do $migration$
begin
  perform set_config('trunkline.accounts', coalesce((select array_agg(account_id)::text from account), '{}'), true);

  insert into report_change (account_id, quarter, campaign_id, channel, reason, failed_for)
    select account_id, trunkline_quarter(call_id), campaign_id, 'call',
      case when state in ('rejected', 'blocked') then reason
        else case line when 'busy' then 'call_busy' when 'no_answer' then 'call_no_answer' else 'call_failed' end end, count(*)
    from call where direction = 'out' and (state in ('rejected', 'blocked') or line in ('busy', 'no_answer', 'failed'))
    group by 1, 2, 3, 5;
end $migration$;
