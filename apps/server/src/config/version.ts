import manifest from "../../../../package.json" with { type: "json" };

/** The program's version, as the root package.json names it. */
export const version: string = manifest.version;
