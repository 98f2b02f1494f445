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

export default defineConfig({
  plugins: [withoutBehaviour, react()],
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
