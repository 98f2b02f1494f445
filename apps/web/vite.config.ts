import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { withoutSchemas } from "./withoutSchemas.ts";

const server = process.env["TRUNKLINE_SERVER"] ?? "http://127.0.0.1:4400";
const proxy = { target: server, changeOrigin: false };

/**
 * Pages draw, read, check and write nodes and never run them: how a kind behaves, with the phone numbers, regular
 * expressions and time zones that it needs, stays out of them.
 */
const withoutBehaviour: Plugin = {
  name: "without-behaviour",
  enforce: "pre",
  resolveId: (source, importer) =>
    source === "./run.ts" && /\/outbound\/kinds\/[^/]+\/index\.ts$/.test(importer ?? "") ? "\0behaviour" : null,
  load: (id) => (id === "\0behaviour" ? "export const behaviour = {};" : null),
};

/** Pages send requests and show answers, which the server has checked: of the contract they load what they use (decision 0119). */
const usedContract: Plugin = {
  name: "used-contract",
  enforce: "pre",
  apply: "build",
  transform(code, id) {
    if (!/\/packages\/(contract|workflow)\/src\/[^?]*\.ts(\?schemas)?$/.test(id)) return null;
    return { code: withoutSchemas(code, id), map: null, moduleSideEffects: false };
  },
};

/** What zod has for other programs: compiled checks, which the content policy forbids, and JSON schemas. */
const plainZod: Plugin = {
  name: "plain-zod",
  enforce: "pre",
  apply: "build",
  transform(code, id) {
    if (!id.endsWith("/zod/v4/classic/schemas.js")) return null;
    const plain = code
      .replaceAll(/^ +inst\._zod\.processJSONSchema = .*;$/gm, "")
      .replace(/jsonSchema: \{[^}]*\},/, "")
      .replace("return createToJSONSchemaMethod(this, {})(params);", "return undefined;")
      .replace("core.$ZodObjectJIT.init", "core.$ZodObject.init");
    const left = plain.match(/.*(?:JSONSchema.*Method\(|processors\.\w+Processor\b|ZodObjectJIT).*/g);
    if (left !== null || plain === code) this.error(`This version of zod is built differently: ${left?.join("\n")}`);
    return { code: plain, map: null };
  },
};

/** Parts of a page that could not be fetched can be fetched again (decision 0046). */
const retriedImports: Plugin = {
  name: "retried-imports",
  enforce: "pre",
  apply: "build",
  transform(code, id) {
    if (!/\/apps\/web\/src\/.*\.tsx?$/.test(id) || id.endsWith("/importAgain.ts")) return null;
    const wrapped = code.replace(/(?<!typeof )\bimport\((\s*"[^"]+"\s*)\)/g, "importAgain(() => import($1))");
    const source = fileURLToPath(new URL("./src/api/importAgain.ts", import.meta.url));
    return wrapped === code ? null : `import { importAgain } from ${JSON.stringify(source)};${wrapped}`;
  },
};

const brotli = promisify(brotliCompress);
/** Smaller files are sent as they are. */
const leastCompressed = 1024;

/** Scripts and styles are compressed once, as small as they get: the server has no time for that at each request. */
const compressed: Plugin = {
  name: "compressed",
  apply: "build",
  async writeBundle({ dir = "" }, bundle) {
    const files = Object.values(bundle).filter(({ fileName }) => /\.(js|css)$/.test(fileName));
    const write = async (file: (typeof files)[number]) => {
      const content = Buffer.from(file.type === "chunk" ? file.code : file.source);
      if (content.length < leastCompressed) return;
      await writeFile(join(dir, `${file.fileName}.br`), await brotli(content));
    };
    await Promise.all(files.map(write));
  },
};

export default defineConfig({
  plugins: [withoutBehaviour, usedContract, plainZod, retriedImports, compressed, react()],
  // the content policy allows no inline script, so the preload polyfill stays out
  build: {
    outDir: "dist",
    target: "es2023",
    modulePreload: {
      polyfill: false,
      // A browser never requests a script again whose preload failed: only pages preload what they need, not their parts.
      resolveDependencies: (_, needed, { hostId, hostType }) =>
        hostType === "html" || /\bindex-/.test(hostId) ? needed : needed.filter((file) => file.endsWith(".css")),
    },
    chunkSizeWarningLimit: 800,
    // One file for each module that two pages share makes a hundred requests of a page: what most pages need, and icons, come together.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "zod", test: /[\\/]node_modules[\\/]zod[\\/]/, priority: 5 },
            {
              name: "schemas",
              test: /[\\/]contract[\\/]src[\\/](.*\?schemas$|carriers[\\/]\w*[cC]onnection)/,
              includeDependenciesRecursively: false,
              priority: 4,
            },
            { name: "frame", tags: ["$initial"], includeDependenciesRecursively: false, priority: 3 },
            { name: "icons", test: /[\\/]@tabler[\\/]icons-react[\\/]/, priority: 2 },
            // no first view has them
            {
              name: "dialogs",
              test: /[\\/]node_modules[\\/](@mantine[\\/]core[\\/].*[\\/]Modal(Base)?[\\/]|react-remove-scroll|react-style-singleton|use-(sidecar|callback-ref)[\\/])/,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            {
              name: "choices",
              test: /[\\/]node_modules[\\/]@mantine[\\/]core[\\/].*[\\/](Combobox|Select|ScrollArea|Pill|PillsInput)[\\/](?!.*to-int)/,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            {
              name: "components",
              test: /[\\/]node_modules[\\/](@mantine|@floating-ui)[\\/]/,
              minShareCount: 40,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 4500,
    proxy: {
      "^/assets/[^/]+/[^/]+$": proxy,
      "/auth": proxy,
      "/v4": proxy,
      "^/[0-9a-f]{8}-[0-9a-f-]{27}/": proxy,
      "/openapi.json": proxy,
      "/docs": proxy,
    },
  },
});
