import manifest from "../../../../package.json" with { type: "json" };

/** The program's version, from the root package.json. */
export const version: string = manifest.version;
