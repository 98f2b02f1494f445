import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import type pg from "pg";
import { clusterStatement } from "./clusterText.ts";

/** Asks a cluster, and makes the inserts that follow the statement. Returns what the statement itself would. */
export async function askCluster(client: pg.ClientBase, text: string, values?: unknown[]): Promise<pg.QueryResult> {
  const { text: first, later, isInsert } = clusterStatement(text);
  const answer: pg.QueryResult<Record<string, unknown>> = await client.query(first, values);
  for (const { column, text: insert } of later) {
    const given = ownValue(answer.rows[0] ?? {}, column);
    for (const row of answer.rows) delete row[column];
    const count = typeof given === "string" ? (await client.query(insert, [given])).rowCount : 0;
    if (isInsert) answer.rowCount = count;
  }
  if (isInsert) answer.rows = [];
  return answer;
}
