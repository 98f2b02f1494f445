import { importFile } from "../apps/server/src/jobs/contacts/importContacts.ts";
import type { Database } from "../apps/server/src/store/database.ts";
import type { Scene } from "./scene.ts";

/** A contact file of so many rows, a piece at a time. No number ends like one of the special handsets. */
async function* contactFile(rows: number): AsyncGenerator<string> {
  yield "phone,firstName,lastName,email,city,state,postalCode,tier\n";
  const piece = 5_000;
  for (let from = 0; from < rows; from += piece) {
    let text = "";
    for (let row = from; row < Math.min(rows, from + piece); row++)
      text += `(303) ${200 + Math.floor(row / 9_000)}-${1_000 + (row % 9_000)},Ann${row % 1000},Lee${row % 777},ann${row}@example.com,Boston,MA,02134,gold\n`;
    yield text;
  }
}

/** Imports a contact file; seconds, and what is wrong with it. */
export async function measureImport(
  db: Database,
  { account }: Scene,
  rows: number,
): Promise<{ seconds: number; problems: string[] }> {
  const began = performance.now();
  const done = await importFile(db, account, contactFile(rows));
  const seconds = (performance.now() - began) / 1000;
  return { seconds, problems: done.imported === rows ? [] : [`${done.imported} imported instead of ${rows}`] };
}
