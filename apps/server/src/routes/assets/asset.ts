import {
  type Asset,
  type AssetType,
  assetLimits,
  assetRoutes,
  madeTypes,
  uploadTypes,
} from "@trunkline/contract/assets/asset.ts";
import { assetPath } from "../../assets/assetAddress.ts";
import { readFileKind, tidyFileName } from "../../assets/readFileKind.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { invalid, notFound, Problem } from "../../http/problem.ts";
import {
  type AssetRow,
  findAsset,
  insertAsset,
  listAssets,
  listAssetUses,
  listMadeAssets,
  type NewAsset,
  removeAsset,
} from "../../store/assets/asset.ts";
import { audit } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import { createdOf } from "../createdOf.ts";
import { nextCursor, readIdCursor } from "../idCursor.ts";
import { servePublicAssets } from "../public/servePublicAssets.ts";
import { previewMeme } from "./previewMeme.ts";

/** Pixel limit, because the memory to decode a picture depends on its pixels. */
const mostPixels = 25_000_000;

/** Assets (readings, Requests without a path) and their public URLs. */
export function registerAsset(api: Api): void {
  servePublicAssets(api);
  handle(api, assetRoutes.list, (call) =>
    call.db.tx([call.account], async (q) => {
      const { type, limit, cursor } = call.query;
      const made = madeTypes.find((one) => one === type);
      if (made === undefined) return show(q, call, await listAssets(q, call.account, type));
      const rows = await listMadeAssets(q, call.account, made, { limit, before: readIdCursor(cursor) });
      return { payload: await show(q, call, rows), next: nextCursor(rows, limit, (row) => row.assetId) };
    }),
  );
  handle(api, assetRoutes.create, async (call) => {
    const file = await readUpload(call);
    return call.db.tx([call.account], async (q) => {
      const row = await insertAsset(q, call.account, file);
      await audit(q, call, "asset.create", row.assetId, { fileName: row.fileName, type: row.type, bytes: row.bytes });
      return show(q, call, [row]);
    });
  });
  handle(api, assetRoutes.preview, (call) => previewMeme(call.db, call.account, call.body));
  handle(api, assetRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const { assetId } = call.params;
      const row = await findAsset(q, call.account, assetId);
      if (!row || !(await removeAsset(q, call.account, assetId))) throw notFound("asset");
      await audit(q, call, "asset.delete", assetId, { fileName: row.fileName, type: row.type });
      return [{ id: assetId }];
    }),
  );
}

async function readUpload(call: Call): Promise<NewAsset> {
  const form = await readForm(call);
  const type = form.get("type");
  if (typeof type !== "string" || !isUploadType(type))
    throw invalid(`type must be one of ${uploadTypes.join(", ")}`, "body.type");
  const sent = form.get("file");
  if (!(sent instanceof File)) throw invalid("file is required. Send the file as a form part", "body.file");
  const { bytes: most, kinds } = assetLimits[type];
  if (sent.size === 0) throw invalid(`${sent.name} is empty`, "body.file", "empty_file");
  if (sent.size > most)
    throw new Problem(413, {
      code: "too_large",
      message: `${sent.name} has ${sizeOf(sent.size)}; files of the type ${type} may have at most ${sizeOf(most)}`,
      where: "body.file",
    });
  const data = Buffer.from(await sent.arrayBuffer());
  const kind = readFileKind(type, data);
  if (!kind)
    throw invalid(`${sent.name} is not a file of the type ${type}: it must be ${kinds}`, "body.file", "wrong_kind");
  const { contentType, width, height } = kind;
  if (width !== null && height !== null && (width === 0 || height === 0 || width * height > mostPixels))
    throw invalid(
      `${sent.name} has ${width} × ${height} pixels; the limit is 25 million`,
      "body.file",
      "too_many_pixels",
    );
  const createdBy = `${call.actor.kind}:${call.actor.id}`;
  return { type, fileName: tidyFileName(sent.name, kind), contentType, data, width, height, createdBy };
}

const isUploadType = (type: string): type is (typeof uploadTypes)[number] & AssetType =>
  (uploadTypes as readonly string[]).includes(type);

const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.ceil(bytes / 1024)} KB`
    : `${(Math.ceil((bytes / 1024 / 1024) * 10) / 10).toString()} MB`;

async function readForm({ body, request }: Call): Promise<FormData> {
  const bytes: unknown = body;
  if (!Buffer.isBuffer(bytes)) throw invalid("The form is empty. Send `type` and `file`", "body");
  const headers = { "content-type": request.headers["content-type"] ?? "" };
  try {
    return await new Response(new Uint8Array(bytes), { headers }).formData();
  } catch {
    throw invalid("The body is not a valid multipart/form-data form", "body", "malformed_form");
  }
}

async function show(q: Query, call: Call, rows: AssetRow[]): Promise<Asset[]> {
  const uses = await listAssetUses(
    q,
    call.account,
    rows.map((row) => row.assetId),
  );
  return rows.map(({ secret, sha256: _sha256, ...row }) => ({
    ...row,
    publicUrl: call.config.publicUrl + assetPath(call.account, { secret, fileName: row.fileName }),
    created: createdOf(row.assetId),
    usedBy: uses.filter((use) => use.assetId === row.assetId).map(({ kind, id, name }) => ({ kind, id, name })),
  }));
}
