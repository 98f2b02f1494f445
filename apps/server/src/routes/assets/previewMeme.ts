import type { assetRoutes } from "@trunkline/contract/assets/asset.ts";
import type { z } from "zod";
import { invalid, notFound } from "../../http/problem.ts";
import { drawPicture } from "../../pictures/memeDrawer.ts";
import { findAssetByFileName, readAsset } from "../../store/assets/asset.ts";
import type { Database } from "../../store/database.ts";

type Asked = z.infer<typeof assetRoutes.preview.body & z.ZodType>;
type Shown = z.infer<typeof assetRoutes.preview.item>;

/** Width of the form's panel on a high-density screen. */
const bounds = { longestSide: 800, mostBytes: 300_000 };

/** Previews the meme of a form, with variables as written. Nothing is stored. */
export async function previewMeme(db: Database, account: string, asked: Asked): Promise<Shown[]> {
  const picture = await db.tx([account], async (q) => {
    const source = await findAssetByFileName(q, account, "meme-image", asked.fileName);
    if (source === null) throw notFound("asset");
    return readAsset(q, account, source);
  });
  const { message, xval, yval, font, fontSize, rotate, fontColor } = asked;
  const text = { text: message, x: xval, y: yval, font, size: fontSize, degrees: rotate, color: fontColor };
  const drawn = await drawPicture({ picture, texts: [text], ...bounds }).catch((error: Error) => {
    throw invalid(`The picture cannot be drawn: ${error.message}`, "body.fileName");
  });
  const { data, contentType, width, height } = drawn;
  return [{ picture: `data:${contentType};base64,${data.toString("base64")}`, width, height }];
}
