import { createHash } from "node:crypto";
import type { Answer, MemeText, QueuedEffect } from "@trunkline/workflow/engine/effects.ts";
import { assetPath } from "../assets/assetAddress.ts";
import { drawPicture } from "../pictures/memeDrawer.ts";
import { type AssetRow, findAssetByFileName, insertAsset, readAsset, touchAsset } from "../store/assets/asset.ts";
import type { EffectContext, Performer } from "./performer.ts";

type DrawMeme = Extract<QueuedEffect, { do: "drawMeme" }>;

/** Larger pictures help no handset, and toll-free numbers carry half a megabyte (spec 2 §9). */
const memeBounds = { longestSide: 1600, mostBytes: 500_000 } as const;

/** Draws texts on a picture of the account and saves the result as an asset. The same drawing is made and saved only once. */
export const drawMeme: Performer<DrawMeme> = {
  do: "drawMeme",
  repeatable: true,
  timeoutMs: 30_000,
  async perform({ fileName, variable, texts }, context): Promise<Answer> {
    const { db, accountId } = context;
    const source = await db.tx([accountId], (q) => findAssetByFileName(q, accountId, "meme-image", fileName));
    if (source === null) return { ok: false, reason: "picture_deleted" };
    const asset = await drawnOnce(`${accountId} ${stemOf(source, texts)}`, async () => {
      return (await findDrawn(context, source, texts)) ?? drawNew(context, source, texts);
    });
    return { ok: true, vars: { [variable]: context.publicUrl + assetPath(accountId, asset) } };
  },
};

const underWay = new Map<string, Promise<AssetRow>>();

/** A text without variables is the same for every contact of a run, so it is drawn once. */
function drawnOnce(name: string, draw: () => Promise<AssetRow>): Promise<AssetRow> {
  const begun = underWay.get(name);
  if (begun !== undefined) return begun;
  const drawing = draw().finally(() => underWay.delete(name));
  underWay.set(name, drawing);
  return drawing;
}

/** The name of a drawing is derived from its content, so that it is found again. */
function stemOf(source: AssetRow, texts: readonly MemeText[]): string {
  const made = createHash("sha256").update(source.sha256).update(JSON.stringify(texts)).digest("hex").slice(0, 24);
  return `${source.fileName.replace(/\.[^.]*$/, "").slice(0, 60)}-${made}`;
}

const findDrawn = ({ db, accountId }: EffectContext, source: AssetRow, texts: readonly MemeText[]) =>
  db.tx([accountId], async (q) => {
    const stem = stemOf(source, texts);
    const png = await findAssetByFileName(q, accountId, "meme", `${stem}.png`);
    const found = png ?? (await findAssetByFileName(q, accountId, "meme", `${stem}.jpg`));
    return found !== null && (await touchAsset(q, accountId, found.assetId)) ? found : null;
  });

async function drawNew({ db, accountId }: EffectContext, source: AssetRow, texts: readonly MemeText[]) {
  const picture = await db.tx([accountId], (q) => readAsset(q, accountId, source));
  // no transaction is open while the picture is drawn
  const { data, contentType, width, height } = await drawPicture({ picture, texts, ...memeBounds });
  const fileName = `${stemOf(source, texts)}.${contentType === "image/png" ? "png" : "jpg"}`;
  return db.tx([accountId], (q) =>
    insertAsset(q, accountId, { type: "meme", fileName, contentType, data, width, height, createdBy: null }),
  );
}
