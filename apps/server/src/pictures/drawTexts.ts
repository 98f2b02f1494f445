import type { MemeText } from "@trunkline/workflow/engine/effects.ts";
import { type Canvas, type Context, drawingLibrary } from "./drawingLibrary.ts";
import { memeFontFiles } from "./memeFontFiles.ts";

/** A picture and the texts to draw on it. */
export interface Drawing {
  picture: Uint8Array;
  texts: readonly MemeText[];
  /** The longest side of the result, in pixels. Larger pictures are scaled down. */
  longestSide: number;
  /** The largest result, in bytes. Carriers drop larger pictures (spec 2 §9). */
  mostBytes: number;
}

/** The drawn picture. */
export interface Drawn {
  data: Buffer;
  contentType: "image/png" | "image/jpeg";
  width: number;
  height: number;
}

/** Fallback for characters that a handwriting font lacks. */
const fallbacks = '"Lato-Regular.ttf 0", "Lato-Regular.ttf 1", "Noto Color Emoji", sans-serif';
const lineHeight = 1.2;

const families = new Map<string, string>();

/** The CSS families of a font: its files in order, then the fallback. */
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

/** Draws texts on a picture. Runs in a separate thread (`memeThread.ts`) because it needs much time and memory. */
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

/** Draws the text centered on its position and rotated around it. Breaks lines that are too wide. */
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

/** Breaks a line to the width of the picture. A single word may be wider. */
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

/** Encodes photographs as JPEG, and drawings as PNG unless that is too large. Undefined if it is too large at any quality. */
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

/** Fills transparent areas with white, because JPEG would make them black. */
function onWhite(canvas: Canvas): Canvas {
  const { width, height } = canvas;
  const white = drawingLibrary().createCanvas(width, height);
  const context = white.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  context.drawImage(canvas, 0, 0, width, height);
  return white;
}
