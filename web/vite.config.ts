import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { words } from "./words.plugin";

const PUBLIC = ["./", "icon.svg", "icon-192.png", "icon-512.png", "manifest.webmanifest"];

/** Writes the worker with the names of all files of this build. */
function worker(): Plugin {
  return {
    name: "hotdice-worker",
    apply: "build",
    generateBundle(_options, bundle) {
      const files = [...PUBLIC, ...Object.keys(bundle).filter((name) => name.startsWith("assets/"))];
      const version = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
      const source = readFileSync("worker.js", "utf8")
        .replace("__FILES__", () => JSON.stringify(files))
        .replace("__VERSION__", version);
      this.emitFile({ type: "asset", fileName: "worker.js", source });
    },
  };
}

/** What a server would say in headers, and that there is none: for a page that any static host serves. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; " +
  "manifest-src 'self'; worker-src 'self'; form-action 'none'; base-uri 'none'; object-src 'none'";

function site(): Plugin {
  return {
    name: "hotdice-site",
    transformIndexHtml(html) {
      const head = `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />\n    <meta name="hotdice-site" content="" />`;
      return html.replace(/ *<link rel="preload" href="\/api\/sheets"[^>]*>\n/, "").replace('<meta charset="utf-8" />', `<meta charset="utf-8" />\n    ${head}`);
    },
  };
}

export default defineConfig(({ mode }) => ({
  // A site may lie under any path of its host.
  base: mode === "site" ? "./" : "/",
  plugins: [svelte(), words(), worker(), ...(mode === "site" ? [site()] : [])],
  worker: { format: "es" },
  build: {
    target: "es2022",
    // The content policy takes nothing inline: no data addresses, no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // `npm run dev` beside a running `hotdice serve`, for work on the page.
  server: { proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } } },
}));
