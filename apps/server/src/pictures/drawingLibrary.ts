import { createRequire } from "node:module";

/** A surface to draw on. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  getContext(kind: "2d"): Context;
  encode(format: "png"): Promise<Buffer>;
  encode(format: "jpeg", quality: number): Promise<Buffer>;
  toBuffer(type: "image/png"): Buffer;
}

/** A picture that was read. */
interface Picture {
  readonly width: number;
  readonly height: number;
}

/** Pixels as red, green, blue and opacity in turn. */
interface Pixels {
  readonly data: Uint8ClampedArray;
}

/** What draws on a canvas, as in a browser. */
export interface Context {
  font: string;
  fillStyle: string;
  textAlign: "center";
  textBaseline: "middle";
  save(): void;
  restore(): void;
  translate(x: number, y: number): void;
  rotate(radians: number): void;
  measureText(text: string): { readonly width: number };
  fillText(text: string, x: number, y: number): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  drawImage(picture: Picture | Canvas, x: number, y: number, width: number, height: number): void;
  createImageData(width: number, height: number): Pixels;
  getImageData(x: number, y: number, width: number, height: number): Pixels;
  putImageData(pixels: Pixels, x: number, y: number): void;
}

/** What is used of the drawing library. */
export interface DrawingLibrary {
  createCanvas(width: number, height: number): Canvas;
  loadImage(bytes: Uint8Array): Promise<Picture>;
  GlobalFonts: { registerFromPath(path: string, name: string): unknown };
}

let library: DrawingLibrary | null = null;

/** The drawing library; its native part is loaded by whoever draws first, and by nobody else. */
export function drawingLibrary(): DrawingLibrary {
  library ??= createRequire(import.meta.url)("@napi-rs/canvas") as DrawingLibrary;
  return library;
}
