import { createHash, randomBytes } from "node:crypto";
import { type AssetType, type madeTypes, uploadTypes } from "@trunkline/contract/assets/asset.ts";
import { plainColumn, textArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";

export interface AssetRow {
  assetId: string;
  type: AssetType;
  fileName: string;
  contentType: string;
  bytes: number;
  width: number | null;
  height: number | null;
  sha256: Buffer;
  secret: string;
}

/** A file that is to become an asset. */
export interface NewAsset {
  type: AssetType;
  fileName: string;
  contentType: string;
  data: Buffer;
  width?: number | null;
  height?: number | null;
  createdBy: string | null;
  /** A recording goes with its call. */
  callId?: string;
  /** The loudest sample of each part of a recording. */
  peaks?: Buffer | null;
}

/** Small enough for one row to be quick, large enough for a picture to be one to four rows. */
export const chunkBytes = 256 * 1024;

const columns = `a.asset_id "assetId", a.type, a.file_name "fileName", a.content_type "contentType", c.bytes, a.width, a.height,
  a.sha256, a.secret`;
const from = "from asset a join asset_content c on c.account_id = a.account_id and c.sha256 = a.sha256";

/** What people uploaded to the account, of one type or of all, newest first. */
export const listAssets = (q: Query, account: string, type?: AssetType): Promise<AssetRow[]> =>
  q.rows(`select ${columns} ${from} where a.account_id = $1 and a.type = any ($2::text[]) order by a.asset_id desc`, [
    account,
    textArray(type === undefined ? uploadTypes : [type]),
  ]);

/** Recordings, or drawn pictures, newest first: there is one for each call or contact. */
export const listMadeAssets = (
  q: Query,
  account: string,
  type: (typeof madeTypes)[number],
  { limit, before }: { limit: number; before: string | undefined },
): Promise<AssetRow[]> =>
  q.rows(
    `select ${columns} ${from} where a.account_id = $1 and a.type = $2 and ($3::uuid is null or a.asset_id < $3)
     order by a.asset_id desc limit $4`,
    [account, type, before ?? null, limit],
  );

/** One asset, or null. */
export const findAsset = (q: Query, account: string, assetId: string): Promise<AssetRow | null> =>
  q.one(`select ${columns} ${from} where a.account_id = $1 and a.asset_id = $2`, [account, assetId]);

/** The asset of a type with this file name, or null: memes name their picture so (spec 2 §3.3). */
export const findAssetByFileName = (
  q: Query,
  account: string,
  type: AssetType,
  fileName: string,
): Promise<AssetRow | null> =>
  q.one(`select ${columns} ${from} where a.account_id = $1 and a.type = $2 and a.file_name = $3`, [
    account,
    type,
    fileName,
  ]);

/** The asset that a public address names, or null. */
export const findAssetBySecret = (q: Query, account: string, secret: string): Promise<AssetRow | null> =>
  q.one(`select ${columns} ${from} where a.account_id = $1 and a.secret = $2`, [account, secret]);

/** Bytes of an asset from one place up to another (not included), whole by default. */
export async function readAsset(
  q: Query,
  account: string,
  asset: Pick<AssetRow, "sha256" | "bytes">,
  begin = 0,
  end = asset.bytes,
): Promise<Buffer> {
  if (end <= begin) return Buffer.alloc(0);
  const first = Math.floor(begin / chunkBytes);
  const chunks = await q.rows<{ data: Buffer }>(
    "select data from asset_chunk where account_id = $1 and sha256 = $2 and n between $3 and $4 order by n",
    [account, asset.sha256, first, Math.floor((end - 1) / chunkBytes)],
  );
  return Buffer.concat(chunks.map(({ data }) => data)).subarray(begin - first * chunkBytes, end - first * chunkBytes);
}

/** Keeps a file. The same bytes are kept once; a name that is taken gets a number. */
export async function insertAsset(q: Query, account: string, file: NewAsset): Promise<AssetRow> {
  const sha256 = createHash("sha256").update(file.data).digest();
  await insertContent(q, account, sha256, file.data);
  // two uploads of one name come one after the other
  await q.run("select pg_advisory_xact_lock(hashtext($1), hashtext($2))", [account, `asset ${file.type}`]);
  const row: AssetRow = {
    assetId: newId(),
    type: file.type,
    fileName: await freeName(q, account, file.type, file.fileName),
    contentType: file.contentType,
    bytes: file.data.length,
    width: file.width ?? null,
    height: file.height ?? null,
    sha256,
    secret: randomBytes(24).toString("base64url"),
  };
  await q.run(
    `insert into asset (account_id, asset_id, type, file_name, content_type, sha256, width, height, secret, created_by, call_id, peaks)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      account,
      row.assetId,
      row.type,
      row.fileName,
      row.contentType,
      sha256,
      row.width,
      row.height,
      row.secret,
      file.createdBy,
      file.callId ?? null,
      file.peaks ?? null,
    ],
  );
  return row;
}

async function insertContent(q: Query, account: string, sha256: Buffer, data: Buffer): Promise<void> {
  const isNew = await q.run(
    "insert into asset_content (account_id, sha256, bytes) values ($1, $2, $3) on conflict do nothing",
    [account, sha256, data.length],
  );
  if (isNew === 0) {
    // a transaction that deletes the last asset of these bytes waits
    await q.run("select 1 from asset_content where account_id = $1 and sha256 = $2 for share", [account, sha256]);
    return;
  }
  for (let n = 0; n * chunkBytes < data.length; n++)
    await q.run("insert into asset_chunk (account_id, sha256, n, data) values ($1, $2, $3, $4)", [
      account,
      sha256,
      n,
      data.subarray(n * chunkBytes, (n + 1) * chunkBytes),
    ]);
}

/** `cat.png`, else `cat-2.png` and so on. */
async function freeName(q: Query, account: string, type: AssetType, fileName: string): Promise<string> {
  const [, stem = fileName, ending = ""] = /^(.*?)(\.[^.]*)?$/s.exec(fileName) ?? [];
  const taken = new Set(
    (
      await q.rows<{ name: string }>(
        "select file_name name from asset where account_id = $1 and type = $2 and starts_with(file_name, $3)",
        [account, type, stem],
      )
    ).map(({ name }) => name),
  );
  for (let number = 1; ; number++) {
    const name = number === 1 ? fileName : `${stem}-${number}${ending}`;
    if (!taken.has(name)) return name;
  }
}

/** Notes that a drawn picture is used again, at most once a day; false when it has just been deleted. */
export const touchAsset = async (q: Query, account: string, assetId: string): Promise<boolean> =>
  (await q.run(
    "update asset set used = now() where account_id = $1 and asset_id = $2 and used < now() - interval '1 day'",
    [account, assetId],
  )) > 0 || (await q.run("select from asset where account_id = $1 and asset_id = $2", [account, assetId])) > 0;

/** Removes an asset, and its bytes when no other asset has the same. */
export async function removeAsset(q: Query, account: string, assetId: string): Promise<boolean> {
  const gone = await q.one<{ sha256: Buffer }>(
    "delete from asset where account_id = $1 and asset_id = $2 returning sha256",
    [account, assetId],
  );
  if (!gone) return false;
  await removeUnusedContents(q, [{ accountId: account, hex: gone.sha256.toString("hex") }]);
  return true;
}

/** Removes bytes that no asset refers to any longer. */
export async function removeUnusedContents(
  q: Query,
  contents: readonly { accountId: string; hex: string }[],
): Promise<void> {
  if (contents.length === 0) return;
  const values = [plainColumn(contents, (one) => one.accountId), textArray(contents.map((one) => one.hex))];
  const ofGone = "unnest($1::uuid[], $2::text[]) g (account_id, hex)";
  const isOfGone = "c.account_id = g.account_id and c.sha256 = decode(g.hex, 'hex')";
  // a transaction that saves the same bytes again waits, and then finds them gone
  await q.run(
    `select from asset_content c where exists (select from ${ofGone} where ${isOfGone})
     order by c.account_id, c.sha256 for update`,
    values,
  );
  await q.run(
    `delete from asset_content c using ${ofGone} where ${isOfGone}
     and not exists (select from asset a where a.account_id = c.account_id and a.sha256 = c.sha256)`,
    values,
  );
}

export interface AssetUse {
  assetId: string;
  kind: "workflow" | "template";
  id: string;
  name: string;
}

/** Workflows (their newest version) and templates that name these assets: by address, or by file name where memes do. */
export const listAssetUses = (q: Query, account: string, assetIds: readonly string[]): Promise<AssetUse[]> =>
  q.rows(
    `with wanted as materialized (
       select asset_id, secret, case when type = 'meme-image' then '"' || file_name || '"' end as named
       from asset where account_id = $1 and asset_id = any ($2::uuid[]))
     select w.asset_id "assetId", 'workflow' as kind, c.campaign_id id, c.name
     from campaign c
     join workflow_version v on v.account_id = c.account_id and v.campaign_id = c.campaign_id and v.version = c.version
     join wanted w on strpos(v.definition, w.secret) > 0 or strpos(v.definition, w.named) > 0
     where c.account_id = $1 and c.deleted is null
     union all
     select w.asset_id, 'template', t.template_id, t.title
     from sms_template t join wanted w on strpos(t.media_url, w.secret) > 0
     where t.account_id = $1
     order by name`,
    [account, assetIds],
  );
