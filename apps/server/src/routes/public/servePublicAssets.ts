import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { readAssetAddress } from "../../assets/assetAddress.ts";
import { readRange } from "../../assets/readRange.ts";
import type { Api } from "../../http/handle.ts";
import { type AssetRow, chunkBytes, findAssetBySecret, readAsset } from "../../store/assets/asset.ts";
import type { Database } from "../../store/database.ts";

/** Serves assets at unguessable URLs to carriers and browsers, in full or by range. */
export function servePublicAssets({ app, db }: Pick<Api, "app" | "db">): void {
  app.route({
    method: ["GET", "HEAD"],
    url: "/assets/:token/:fileName",
    // Compressing already compressed files would lose their length.
    compress: false,
    handler: async (request, reply) => {
      const named = readAssetAddress(request.url.split("?")[0] ?? "");
      const asset = named && (await db.tx([named.account], (q) => findAssetBySecret(q, named.account, named.secret)));
      if (!named || !asset) return reply.status(404).type("text/plain").send("Not found");
      return send(request, reply, db, named.account, asset);
    },
  });
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  db: Database,
  account: string,
  asset: AssetRow,
): FastifyReply {
  const tag = `"${asset.sha256.toString("base64url")}"`;
  reply
    .type(asset.contentType)
    .header("x-content-type-options", "nosniff")
    // Uploaded documents must not run scripts or make requests on our origin.
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("content-disposition", asset.contentType === "text/xml" ? "attachment" : "inline")
    // Pictures and sounds may be embedded in other pages and players.
    .header("cross-origin-resource-policy", "cross-origin")
    .header("cache-control", "public, max-age=3600")
    .header("accept-ranges", "bytes")
    .header("etag", tag);
  if (request.headers["if-none-match"] === tag) return reply.status(304).send();
  const isCurrent = [undefined, tag].includes(request.headers["if-range"]?.toString());
  const range = readRange(isCurrent ? request.headers.range : undefined, asset.bytes);
  if (range === "unsatisfiable")
    return reply.status(416).header("content-range", `bytes */${asset.bytes}`).type("text/plain").send("No such range");
  const { begin, end } = range ?? { begin: 0, end: asset.bytes };
  if (range) reply.status(206).header("content-range", `bytes ${begin}-${end - 1}/${asset.bytes}`);
  reply.header("content-length", end - begin);
  if (request.method === "HEAD") return reply.send();
  return reply.send(Readable.from(chunks(db, account, asset, begin, end)));
}

/** Reads a few chunks per transaction, so that a slow reader holds none open. */
async function* chunks(
  db: Database,
  account: string,
  asset: AssetRow,
  begin: number,
  end: number,
): AsyncGenerator<Buffer> {
  for (let at = begin; at < end; ) {
    const next = Math.min(end, (Math.floor(at / chunkBytes) + 4) * chunkBytes);
    const part = await db.tx([account], (q) => readAsset(q, account, asset, at, next));
    // Deleted while reading. Closing the connection shows the reader that data is missing.
    if (part.length !== next - at) throw new Error("The asset was deleted while it was being read");
    yield part;
    at = next;
  }
}
