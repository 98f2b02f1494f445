import type { AssetType } from "@trunkline/contract/assets/asset.ts";

/** A file type, detected from the first bytes and never from the name. */
export interface FileKind {
  contentType: string;
  /** The file extension. */
  ending: string;
  width: number | null;
  height: number | null;
}

interface Format {
  contentType: string;
  /** Files without any of these extensions get the first one. */
  endings: readonly string[];
  fits(data: Buffer): boolean;
  /** Width and height of a picture. */
  size?(data: Buffer): [number, number] | null;
}

const text = (data: Buffer, from: number, to: number): string => data.toString("latin1", from, to);

const gif: Format = {
  contentType: "image/gif",
  endings: ["gif"],
  fits: (data) => /^GIF8[79]a/.test(text(data, 0, 6)),
  size: (data) => (data.length >= 10 ? [data.readUInt16LE(6), data.readUInt16LE(8)] : null),
};
const png: Format = {
  contentType: "image/png",
  endings: ["png"],
  fits: (data) => text(data, 0, 8) === "\x89PNG\r\n\x1a\n",
  size: (data) =>
    data.length >= 24 && text(data, 12, 16) === "IHDR" ? [data.readUInt32BE(16), data.readUInt32BE(20)] : null,
};
const jpeg: Format = {
  contentType: "image/jpeg",
  endings: ["jpg", "jpeg"],
  fits: (data) => text(data, 0, 3) === "\xff\xd8\xff",
  size: sizeOfJpeg,
};
const wav: Format = {
  contentType: "audio/wav",
  endings: ["wav"],
  fits: (data) => text(data, 0, 4) === "RIFF" && text(data, 8, 12) === "WAVE",
};
const mp3: Format = {
  contentType: "audio/mpeg",
  endings: ["mp3"],
  // An ID3 tag, or a first frame with sync, layer III and a valid bit rate and sample rate.
  fits: (data) =>
    text(data, 0, 3) === "ID3" ||
    (data.length > 3 &&
      data[0] === 0xff &&
      ((data[1] ?? 0) & 0xe6) === 0xe2 &&
      ((data[2] ?? 0) & 0xf0) !== 0xf0 &&
      ((data[2] ?? 0) & 0x0c) !== 0x0c),
};
const xml: Format = { contentType: "text/xml", endings: ["xml"], fits: isCallXml };

const pictures = [gif, jpeg, png];
const formats: Record<AssetType, readonly Format[]> = {
  "mms-image": pictures,
  "meme-image": pictures,
  audio: [mp3, wav],
  inboundxml: [xml],
  recording: [wav, mp3],
  meme: [jpeg, png],
  received: pictures,
};

/** The file type for an asset of a given type. Null when the asset type does not accept these bytes. */
export function readFileKind(type: AssetType, data: Buffer): FileKind | null {
  const format = formats[type].find((one) => one.fits(data));
  if (!format) return null;
  const size = format.size?.(data);
  if (format.size && !size) return null;
  const [ending = ""] = format.endings;
  return { contentType: format.contentType, ending, width: size?.[0] ?? null, height: size?.[1] ?? null };
}

/** Walks the markers of a JPEG to the frame with its size. */
function sizeOfJpeg(data: Buffer): [number, number] | null {
  let at = 2;
  while (at + 9 < data.length) {
    if (data[at] !== 0xff) return null;
    const marker = data[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [data.readUInt16BE(at + 7), data.readUInt16BE(at + 5)];
    // fill bytes and markers without a length
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else at += 2 + data.readUInt16BE(at + 2);
  }
  return null;
}

/** Whether the text is UTF-8 XML without a DTD and neither SVG nor HTML (architecture, Security). */
function isCallXml(data: Buffer): boolean {
  const whole = data.toString("utf8").replace(/^\uFEFF/, "");
  if (whole.includes("\uFFFD") || whole.includes("\0")) return false;
  if (/<!DOCTYPE|<!ENTITY/i.test(whole)) return false;
  const root = /^(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*<([A-Za-z_][\w.:-]*)/.exec(whole)?.[1]?.toLowerCase();
  return root !== undefined && !/(^|:)(svg|html)$/.test(root);
}

/** The stored file name: no folders, only safe characters, and the extension of its type. */
export function tidyFileName(name: string, kind: Pick<FileKind, "ending" | "contentType">): string {
  const base = name.split(/[\\/]/).at(-1) ?? "";
  const plain = base
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._ -]/gu, "_")
    .replace(/^[.\s]+|\s+$/g, "");
  const endings = Object.values(formats)
    .flat()
    .find((format) => format.contentType === kind.contentType)?.endings ?? [kind.ending];
  const dot = plain.lastIndexOf(".");
  const fits = dot > 0 && endings.includes(plain.slice(dot + 1).toLowerCase());
  const stem = (dot > 0 ? plain.slice(0, dot) : plain).slice(0, 80) || "file";
  return `${stem}.${fits ? plain.slice(dot + 1).toLowerCase() : kind.ending}`;
}
