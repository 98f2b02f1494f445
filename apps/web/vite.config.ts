import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { pagePreloads } from "./pagePreloads.ts";
import { plainReading } from "./plainReading.ts";
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

/** Formats that schemas ask for as `z.email()`, never as `z.string().email()`, and the way back from a value to its text. */
const unusedOfZod =
  "email|url|jwt|emoji|guid|uuid|uuidv4|uuidv6|uuidv7|nanoid|cuid|cuid2|ulid|base64|base64url|xid|ksuid|ipv4|ipv6|cidrv4|cidrv6|e164|datetime|date|time|duration|encode|decode|encodeAsync|decodeAsync|safeEncode|safeDecode|safeEncodeAsync|safeDecodeAsync";

/** What zod has for other programs: compiled checks, which the content policy forbids, JSON schemas, values with cycles. */
const plainZod: Plugin = {
  name: "plain-zod",
  enforce: "pre",
  apply: "build",
  transform(code, id) {
    const unused = /\/packages\/(contract|workflow)\/src\//.test(id)
      ? new RegExp(`\\)\\s*\\.(${unusedOfZod})\\(`).exec(code)
      : null;
    if (unused !== null) this.error(`${id}: the pages' zod has no method ${unused[1]}. Write z.${unused[1]}()`);
    if (!id.endsWith("/zod/v4/classic/schemas.js")) return null;
    const method = `^ {4}(?:async )?(?:${unusedOfZod})(?:: (?:async )?function \\w+)?\\([^)]*\\) \\{\\n(?: {8}.*\\n)+ {4}\\},\\n`;
    const plain = code
      .replaceAll(/^ +inst\._zod\.processJSONSchema = .*;$/gm, "")
      .replace(/jsonSchema: \{[^}]*\},/, "")
      .replace("return createToJSONSchemaMethod(this, {})(params);", "return undefined;")
      .replace("core.$ZodObjectJIT.init", "core.$ZodObject.init")
      .replace("core.config({ memoizer: core.memoizer() });", ";")
      .replaceAll(new RegExp(method, "gm"), "");
    const other =
      /.*(?:JSONSchema.*Method\(|processors\.\w+Processor\b|ZodObjectJIT|core\.memoizer\(|this\.check\(core\._\w+\(Zod|parse\.encode\().*/g;
    const left = plain.match(other);
    if (left !== null || plain === code) this.error(`This version of zod is built differently: ${left?.join("\n")}`);
    return { code: plain, map: null };
  },
};

/** The library of the canvas, without what it does not use: other edges and controls, and the transitions of d3 (zoomMotion.ts). */
const leanCanvas: Plugin = {
  name: "lean-canvas",
  enforce: "pre",
  apply: "build",
  resolveId: (source, importer) =>
    /^d3-(transition|interpolate)$/.test(source) && /[\\/](d3-zoom|@xyflow)[\\/]/.test(importer ?? "")
      ? `\0${source}`
      : null,
  load(id) {
    const motion = JSON.stringify(fileURLToPath(new URL("./zoomMotion.ts", import.meta.url)));
    if (id === "\0d3-interpolate") return `export { interpolateZoom, interpolateZoom as interpolate } from ${motion};`;
    if (id !== "\0d3-transition") return null;
    return `import { selection } from "d3-selection";
      import { interrupt, ZoomMotion } from ${motion};
      selection.prototype.interrupt = function () { return this.each(function () { interrupt(this); }); };
      selection.prototype.transition = function () { return new ZoomMotion(this); };
      export { interrupt };`;
  },
  transform(code, id) {
    if (!id.endsWith("/@xyflow/react/dist/esm/index.js")) return null;
    const lean = code
      .replaceAll(/^((?:const|var) [\w$]+ = )((?:memo|forwardRef|create\w*Edge)\()/gm, "$1/* @__PURE__ */ $2")
      .replaceAll(/^\w+\.displayName = .*;$/gm, "")
      // our cards and lines have types of their own, and a line that is drawn is a curve
      .replaceAll(/^(const builtin(?:Node|Edge)Types = )\{[^}]*\};$/gm, "$1{};")
      .replace(/^ +case ConnectionLineType\.SimpleBezier:\n.*\n +break;\n/m, "");
    const [nodes, edges, other] = ["NodeTypes = {};", "EdgeTypes = {};", "ConnectionLineType.SimpleBezier"];
    if (
      !/Controls = \/\* @__PURE__/.test(lean) ||
      !lean.includes(nodes) ||
      !lean.includes(edges) ||
      lean.includes(other)
    )
      this.error("This version of React Flow is built differently");
    return { code: lean, map: null };
  },
};

/** Icons are imported from files of their own, not from the list of all of them: the build sees where each is used. */
const ownIcons: Plugin = {
  name: "own-icons",
  enforce: "pre",
  apply: "build",
  transform(code, id) {
    if (!/\/apps\/web\/src\/.*\.tsx?$/.test(id)) return null;
    const own = code.replace(/import \{([^}]*)\} from "@tabler\/icons-react";/g, (_, names: string) =>
      [...names.matchAll(/(?<!type )\bIcon\w+/g)]
        .map(([name]) => `import ${name} from "@tabler/icons-react/dist/esm/icons/${name}.mjs";`)
        .join(" "),
    );
    return own === code ? null : { code: own, map: null };
  },
};

/** The part of the product that a file of the pages belongs to. */
const partOf = (file: string): string => /\/src\/(?:pages\/)?([\w-]+)\//.exec(file)?.[1] ?? "";

interface Modules {
  getModuleInfo: (id: string) => { importers: string[] } | null;
}

/** The file of an icon: with others of the only part that shows it, or with those that several parts show. */
function iconFile(id: string, modules: Modules): string {
  const [part = "ui", ...others] = new Set(modules.getModuleInfo(id)?.importers.map(partOf));
  return others.length > 0 || part === "ui" || part === "shell" ? "icons" : `icons-${part}`;
}

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
  plugins: [
    withoutBehaviour,
    usedContract,
    plainZod,
    plainReading,
    leanCanvas,
    ownIcons,
    retriedImports,
    pagePreloads,
    compressed,
    react(),
  ],
  // the content policy allows no inline script, so the preload polyfill stays out
  build: {
    outDir: "dist",
    target: "es2023",
    modulePreload: {
      polyfill: false,
      // Pages name the scripts that they need (pagePreloads.ts). Their parts don't: a browser never requests a script again whose preload failed.
      resolveDependencies: (_, needed, { hostType }) =>
        hostType === "html" ? needed : needed.filter((file) => file.endsWith(".css")),
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
            { name: iconFile, debugName: "icons", test: /[\\/]@tabler[\\/]icons-react[\\/]/, priority: 2 },
            // no first view has them
            {
              name: "dialogs",
              test: /[\\/]node_modules[\\/](@mantine[\\/]core[\\/].*[\\/]Modal(Base)?[\\/]|react-remove-scroll|react-style-singleton|use-(sidecar|callback-ref)[\\/])/,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            {
              name: "layers",
              test: /[\\/]node_modules[\\/]@mantine[\\/](core[\\/].*[\\/](Portal|Transition|FocusTrap|Overlay)|hooks[\\/].*[\\/]use-(focus-trap|focus-return|click-outside))[\\/]/,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            {
              name: "popups",
              test: /[\\/]node_modules[\\/](@floating-ui[\\/]|tabbable[\\/]|@mantine[\\/]core[\\/].*[\\/](Popover|Floating)[\\/])/,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            {
              name: "checks",
              test: /[\\/]node_modules[\\/]@mantine[\\/]core[\\/].*[\\/](Checkbox|InlineInput)[\\/]/,
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
              test: /[\\/]node_modules[\\/]@mantine[\\/]/,
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
