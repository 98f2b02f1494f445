// npm run build: builds the pages into apps/web/dist. npm runs it as `prepare` at the end of every installation; there an
// installation without development dependencies, which has no bundler, is left as it is.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findNode, noNode } from "../apps/server/bin/packagedNode.js";

const web = fileURLToPath(new URL("../apps/web", import.meta.url));
const bundler = findBundler();
if (bundler === null && process.env.npm_lifecycle_event === "prepare") process.exit(0);
process.exit(build());

function build() {
  const node = findNode();
  const problem =
    node === null
      ? noNode("The build of the pages")
      : bundler === null && "The bundler is not installed. Run npm ci without --omit=dev.";
  if (problem) {
    console.error(problem);
    return 1;
  }
  const { status } = spawnSync(node, [bundler, "build", "--logLevel", "error"], {
    cwd: web,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return status ?? 1;
}

function findBundler() {
  try {
    return join(dirname(createRequire(join(web, "package.json")).resolve("vite/package.json")), "bin/vite.js");
  } catch {
    return null;
  }
}
