import type { AreaNumbers } from "../../csv/federalNumbers.ts";
import { plainColumn, textArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { workQueue } from "../workQueue.ts";

const bytesOfNumber = 4;
/** Pieces of a file that are done in one step: up to 800 000 numbers, of up to eight area codes. */
const chunksAtOnce = 8;

/** The files of the federal list under way, for the workers to find. */
export const federalQueue = workQueue("federal_dnc_queue", "import_id");

/** Keeps the next piece of a file, by its area codes. */
export async function insertFederalChunk(
  q: Query,
  account: string,
  id: string,
  n: number,
  areas: readonly AreaNumbers[],
): Promise<void> {
  if (areas.length === 0) return;
  const size = areas.reduce((sum, { numbers }) => sum + numbers.length * bytesOfNumber, 0);
  const bytes = Buffer.alloc(size);
  const places: { at: number; size: number }[] = [];
  let at = 0;
  for (const { numbers } of areas) {
    places.push({ at, size: numbers.length * bytesOfNumber });
    for (const number of numbers) at = bytes.writeUInt32LE(number, at);
  }
  await q.run(
    `insert into federal_dnc_chunk (account_id, import_id, area_code, n, numbers)
     select $1, $2, c, $3, substring($4::bytea from p + 1 for s) from unnest($5::text[], $6::int[], $7::int[]) u (c, p, s)`,
    [
      ...[account, id, n, bytes],
      textArray(areas.map(({ areaCode }) => areaCode)),
      plainColumn(places, (place) => place.at),
      plainColumn(places, (place) => place.size),
    ],
  );
}

/** Holds back others who would queue a file of the account's federal list, until the transaction ends. */
export const lockFederal = (q: Query, account: string): Promise<number> =>
  q.run("select pg_advisory_xact_lock(hashtextextended($1, 53))", [`${account} federal`]);

/** A file that some of these area codes are being loaded from, and which of them. */
export const findRunningFederalImport = (
  q: Query,
  account: string,
  areaCodes: readonly string[],
): Promise<{ fileName: string | null; codes: string[] } | null> =>
  q.one(
    `select file_name "fileName", array(select c from unnest(area_codes) c where c = any ($2::text[]) order by c) codes
     from dnc_import where account_id = $1 and kind = 'federal' and status = 'running' and area_codes && $2::text[]
     order by import_id limit 1`,
    [account, textArray(areaCodes)],
  );

/** Takes the next pieces out of a file; none at its end. Each is numbers of one area code, read by `readNumbers`. */
export const claimFederalChunks = (
  q: Query,
  account: string,
  id: string,
): Promise<{ areaCode: string; numbers: Buffer }[]> =>
  q.rows(
    `with next as materialized (
       select area_code, n from federal_dnc_chunk where account_id = $1 and import_id = $2 order by area_code, n limit $3)
     delete from federal_dnc_chunk c using next
     where c.account_id = $1 and c.import_id = $2 and c.area_code = next.area_code and c.n = next.n
     returning c.area_code "areaCode", c.numbers`,
    [account, id, chunksAtOnce],
  );

/** The numbers of a piece. */
export function* readNumbers(numbers: Buffer): Generator<number> {
  for (let at = 0; at < numbers.length; at += bytesOfNumber) yield numbers.readUInt32LE(at);
}

/** The bits of a file's area codes, as far as they have come. */
export const listFederalBits = (
  q: Query,
  account: string,
  id: string,
  areaCodes: readonly string[],
): Promise<{ areaCode: string; bits: Buffer }[]> =>
  q.rows(
    `select area_code "areaCode", bits from federal_dnc
     where account_id = $1 and import_id = $2 and area_code = any ($3::text[])`,
    [account, id, textArray(areaCodes)],
  );

/** Keeps the bits of an area code; they are looked up once the whole file is done. */
export const saveFederalBits = (
  q: Query,
  account: string,
  id: string,
  areaCode: string,
  bits: Buffer,
): Promise<number> =>
  q.run(
    `insert into federal_dnc (account_id, import_id, area_code, bits) values ($1, $2, $3, $4)
     on conflict (account_id, import_id, area_code) do update set bits = excluded.bits`,
    [account, id, areaCode, bits],
  );

/** From now on the area codes of a file are looked up in it; what they were before goes. */
export async function useFederalImport(q: Query, account: string, id: string): Promise<void> {
  await q.run(
    `insert into federal_dnc_area as a (account_id, area_code, import_id, numbers)
     select account_id, area_code, import_id, bit_count(bits) from federal_dnc
     where account_id = $1 and import_id = $2 order by area_code
     on conflict (account_id, area_code) do update set import_id = excluded.import_id, numbers = excluded.numbers, loaded = now()`,
    [account, id],
  );
  await q.run(
    `delete from federal_dnc f using federal_dnc_area a
     where a.account_id = $1 and a.import_id = $2
       and f.account_id = a.account_id and f.area_code = a.area_code and f.import_id <> a.import_id`,
    [account, id],
  );
  await q.run("update dnc_import set added = done where account_id = $1 and import_id = $2", [account, id]);
}
