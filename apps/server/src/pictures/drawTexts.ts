import type { MemeText } from "@trunkline/workflow/engine/effects.ts";
import { type Canvas, type Context, drawingLibrary } from "./drawingLibrary.ts";
import { memeFontFiles } from "./memeFontFiles.ts";

/** A picture and what is to be written on it. */
export interface Drawing {
  picture: Uint8Array;
  texts: readonly MemeText[];
  /** The longer side of the result at most; larger pictures are made smaller. */
  longestSide: number;
  /** Bytes of the result at most; carriers drop larger pictures (spec 2 §9). */
  mostBytes: number;
}

/** The drawn picture. */
export interface Drawn {
  data: Buffer;
  contentType: "image/png" | "image/jpeg";
  width: number;
  height: number;
}

/** Characters that a hand-drawn font lacks come from these. */
const fallbacks = '"Lato-Regular.ttf 0", "Lato-Regular.ttf 1", "Noto Color Emoji", sans-serif';
const lineHeight = 1.2;

const families = new Map<string, string>();

/** The CSS families of a font: its files one after the other, then what every machine has. */
function familyOf(font: string): string {
  if (families.size === 0) {
    const { GlobalFonts } = drawingLibrary();
    for (const { font: name, paths } of memeFontFiles()) {
      const names = paths.map((path, index) => {
        GlobalFonts.registerFromPath(path, `${name} ${index}`);
        return `"${name} ${index}"`;
      });
      families.set(name, [...names, fallbacks].join(", "));
    }
  }
  return families.get(font) ?? fallbacks;
}

/** Draws texts on a picture. Takes its time and memory: it runs in a thread of its own (`memeThread.ts`). */
export async function drawTexts({ picture, texts, longestSide, mostBytes }: Drawing): Promise<Drawn> {
  const { createCanvas, loadImage } = drawingLibrary();
  const image = await loadImage(picture);
  let scale = Math.min(1, longestSide / Math.max(image.width, image.height));
  for (;;) {
    const canvas = createCanvas(
      Math.max(1, Math.round(image.width * scale)),
      Math.max(1, Math.round(image.height * scale)),
    );
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    for (const text of texts) drawText(context, canvas, text, scale);
    const drawn = await encode(canvas, picture, mostBytes);
    if (drawn !== undefined || canvas.width * canvas.height < 4096) {
      return drawn ?? jpeg(canvas, await canvas.encode("jpeg", 50));
    }
    scale /= 1.4;
  }
}

/** The text with its middle at the place, turned around it; lines that are too wide are broken. */
function drawText(context: Context, canvas: Canvas, text: MemeText, scale: number): void {
  const size = text.size * scale;
  context.save();
  context.font = `${size}px ${familyOf(text.font)}`;
  context.fillStyle = text.color;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.translate((text.x / 10_000) * canvas.width, (text.y / 10_000) * canvas.height);
  context.rotate((text.degrees * Math.PI) / 180);
  const lines = text.text.split("\n").flatMap((line) => broken(context, line, canvas.width));
  for (const [index, line] of lines.entries()) {
    context.fillText(line, 0, (index - (lines.length - 1) / 2) * size * lineHeight);
  }
  context.restore();
}

/** A line as lines that are no wider than the picture; a word alone may be. */
function broken(context: Context, line: string, width: number): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (current !== "" && context.measureText(longer).width > width) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current];
}

/** A photograph stays one; drawings stay sharp unless that makes them too large. Undefined: too large at any quality. */
async function encode(canvas: Canvas, source: Uint8Array, mostBytes: number): Promise<Drawn | undefined> {
  const isPhotograph = source[0] === 0xff && source[1] === 0xd8;
  if (!isPhotograph) {
    const data = await canvas.encode("png");
    if (data.length <= mostBytes) return { data, contentType: "image/png", width: canvas.width, height: canvas.height };
  }
  for (const quality of [88, 75, 60]) {
    const data = await onWhite(canvas).encode("jpeg", quality);
    if (data.length <= mostBytes) return jpeg(canvas, data);
  }
  return undefined;
}

const jpeg = ({ width, height }: Canvas, data: Buffer): Drawn => ({ data, contentType: "image/jpeg", width, height });

/** What shines through is white, where JPEG alone would make it black. */
function onWhite(canvas: Canvas): Canvas {
  const { width, height } = canvas;
  const white = drawingLibrary().createCanvas(width, height);
  const context = white.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  context.drawImage(canvas, 0, 0, width, height);
  return white;
}
