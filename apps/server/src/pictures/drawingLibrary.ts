import { createRequire } from "node:module";

/** A canvas. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  getContext(kind: "2d"): Context;
  encode(format: "png"): Promise<Buffer>;
  encode(format: "jpeg", quality: number): Promise<Buffer>;
  toBuffer(type: "image/png"): Buffer;
}

/** A decoded picture. */
interface Picture {
  readonly width: number;
  readonly height: number;
}

/** Pixels as RGBA bytes. */
interface Pixels {
  readonly data: Uint8ClampedArray;
}

/** A 2D drawing context, as in a browser. */
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

/** The used part of the drawing library. */
export interface DrawingLibrary {
  createCanvas(width: number, height: number): Canvas;
  loadImage(bytes: Uint8Array): Promise<Picture>;
  GlobalFonts: { registerFromPath(path: string, name: string): unknown };
}

let library: DrawingLibrary | null = null;

/** The drawing library. Its native part is loaded with the first drawing. */
export function drawingLibrary(): DrawingLibrary {
  library ??= createRequire(import.meta.url)("@napi-rs/canvas") as DrawingLibrary;
  return library;
}
