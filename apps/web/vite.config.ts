import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const server = process.env["TRUNKLINE_SERVER"] ?? "http://127.0.0.1:4400";
const proxy = { target: server, changeOrigin: false };

export default defineConfig({
  plugins: [react()],
  // the content policy allows no inline script, so the preload polyfill stays out
  build: { outDir: "dist", target: "es2023", modulePreload: { polyfill: false }, chunkSizeWarningLimit: 800 },
  server: {
    port: 4500,
    proxy: { "^/assets/[^/]+/[^/]+$": proxy, "/auth": proxy, "/v4": proxy, "/openapi.json": proxy, "/docs": proxy },
  },
});
