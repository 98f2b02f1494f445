import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

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

/** Has the samples of the voices spoken beside the build; without them the pages say that there is none (decisions, Voice). */
function voiceSamples(): Plugin {
  let folder = "";
  let spoken: Promise<string> | undefined;
  return {
    name: "voice-samples",
    apply: "build",
    async buildStart() {
      folder = await mkdtemp(join(tmpdir(), "trunkline-voices-"));
      spoken = speakSamples(folder);
    },
    async generateBundle() {
      const problem = await spoken;
      if (problem) this.warn(`The samples of the voices are not all there: ${problem}`);
      for (const file of await readdir(folder))
        this.emitFile({ type: "asset", fileName: `voices/${file}`, source: await readFile(join(folder, file)) });
    },
    async closeBundle() {
      await spoken;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What went wrong, if anything did. */
function speakSamples(folder: string): Promise<string> {
  const child = spawn(process.execPath, ["speakSamples.ts", folder], { cwd: import.meta.dirname });
  let told = "";
  child.stderr.on("data", (text) => {
    told += text;
  });
  return new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code) => resolve(code === 0 ? "" : told.trim() || `it ended with ${code}`));
  });
}

export default defineConfig({
  plugins: [withoutBehaviour, voiceSamples(), react()],
  // the content policy allows no inline script, so the preload polyfill stays out
  build: { outDir: "dist", target: "es2023", modulePreload: { polyfill: false }, chunkSizeWarningLimit: 800 },
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
