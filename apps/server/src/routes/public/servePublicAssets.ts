import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { readAssetAddress } from "../../assets/assetAddress.ts";
import { readRange } from "../../assets/readRange.ts";
import type { Api } from "../../http/handle.ts";
import { type AssetRow, chunkBytes, findAssetBySecret, readAsset } from "../../store/assets/asset.ts";
import type { Database } from "../../store/database.ts";

/** Serves assets to carriers and browsers at addresses that nobody can guess; whole, or the part that is asked for. */
export function servePublicAssets({ app, db }: Pick<Api, "app" | "db">): void {
  app.route({
    method: ["GET", "HEAD"],
    url: "/assets/:token/:fileName",
    // packing what is packed would lose its length
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
    // a document of a stranger runs nothing and reaches nothing, though it comes from our address
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("content-disposition", asset.contentType === "text/xml" ? "attachment" : "inline")
    // pictures and sounds stand in other people's pages and players
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

/** A few chunks at a time, each in a transaction of its own: a slow reader holds none open. */
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
    // deleted meanwhile: the connection breaks, and the reader sees that something is missing
    if (part.length !== next - at) throw new Error("The asset was deleted while it was read");
    yield part;
    at = next;
  }
}
