/** The name of a user or an API key, by the aliases of their joined rows. */
export const nameOf = (user: string, key: string): string =>
  `coalesce(${user}.name, 'API key ' || ${key}.name, 'A former user')`;

/** The name of who approved the version `v` of a workflow, null where no one was asked. */
export const approvedBy = (kind: "outbound" | "inbound", workflow: string): string =>
  `(select ${nameOf("au", "ak")} from workflow_approval a
     left join auth_user au on au.user_id = a.decided_by
     left join api_key ak on ak.account_id = a.account_id and ak.api_key_id = a.decided_by
     where a.account_id = v.account_id and a.kind = '${kind}' and a.workflow = ${workflow} and a.published = v.version and a.published > a.version
     order by a.approval_id limit 1)`;
