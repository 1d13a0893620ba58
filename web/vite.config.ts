import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const PUBLIC = ["/", "/icon.svg", "/icon-192.png", "/icon-512.png", "/manifest.webmanifest"];

/** Writes the worker with the names of all files of this build. */
function worker(): Plugin {
  return {
    name: "hotdice-worker",
    apply: "build",
    generateBundle(_options, bundle) {
      const files = [...PUBLIC, ...Object.keys(bundle).filter((name) => name.startsWith("assets/")).map((name) => `/${name}`)];
      const version = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
      const source = readFileSync("worker.js", "utf8")
        .replace("__FILES__", () => JSON.stringify(files))
        .replace("__VERSION__", version);
      this.emitFile({ type: "asset", fileName: "worker.js", source });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), worker()],
  build: {
    target: "es2022",
    // The content policy takes nothing inline: no data addresses, no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // `npm run dev` beside a running `hotdice serve`, for work on the page.
  server: { proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } } },
});
