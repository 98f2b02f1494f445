import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { memeFonts } from "@trunkline/workflow/parts/memeFonts.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";

/** Location of a meme font's files: the package, its weight, and one file per script. */
export interface FontFiles {
  /** The wire name, such as `Caveat-Regular.ttf`. */
  font: string;
  paths: string[];
}

const packages: Readonly<Record<string, string>> = { "Lato-Black.ttf": "lato", "Lato-Regular.ttf": "lato" };
const scripts = ["latin", "latin-ext", "vietnamese", "cyrillic", "cyrillic-ext", "greek", "greek-ext", "hebrew"];

const require = createRequire(import.meta.url);

/** `PermanentMarker-Regular.ttf` comes from the package `permanent-marker`. */
const packageOf = (font: string): string =>
  ownValue(packages, font) ??
  font
    .replace(/-.*$/, "")
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase();

/** The files of every meme font. Each package includes its license. */
export const memeFontFiles = (): FontFiles[] =>
  memeFonts.map(({ file }) => {
    const name = packageOf(file);
    const folder = join(dirname(require.resolve(`@fontsource/${name}/package.json`)), "files");
    const weight = file === "Lato-Black.ttf" ? 900 : 400;
    const paths = scripts.map((script) => join(folder, `${name}-${script}-${weight}-normal.woff2`)).filter(existsSync);
    return { font: file, paths };
  });
