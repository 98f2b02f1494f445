import pg from "pg";

/** Makes a database on the server when it is not there yet. */
export async function insertDatabase(serverUrl: string, name: string): Promise<void> {
  await administer(serverUrl, async (client) => {
    const found = await client.query("select from pg_database where datname = $1", [name]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  });
}

/** Makes a database as a copy of another one without connections. */
export async function cloneDatabase(serverUrl: string, name: string, template: string): Promise<void> {
  await administer(serverUrl, (client) =>
    // page by page through the log, the default, takes twice as long
    client.query(
      `create database ${client.escapeIdentifier(name)} template ${client.escapeIdentifier(template)} strategy file_copy`,
    ),
  );
}

/** Removes a database and closes its open connections. */
export async function removeDatabase(serverUrl: string, name: string): Promise<void> {
  await administer(serverUrl, (client) =>
    client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`),
  );
}

/** What a server is: its version as PostgreSQL writes it, such as 180004, and how the database keeps its text. */
export async function findServer(url: string): Promise<{ version: number; encoding: string }> {
  return administer(url, async (client) => {
    const answer = await client.query<{ version: number; encoding: string }>(
      "select current_setting('server_version_num')::int version, current_setting('server_encoding') encoding",
    );
    return answer.rows[0] ?? { version: 0, encoding: "" };
  });
}

async function administer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
