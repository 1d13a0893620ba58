// The television's page: one classic script in the language of 2015, beside the page that `vite.config.ts` builds.
import { defineConfig, type Plugin } from "vite";

/** Browsers of old televisions know no modules: the script is a plain one that waits for the page. */
function plainScript(): Plugin {
  return {
    name: "hotdice-plain-script",
    enforce: "post",
    transformIndexHtml: (html) => html.replace(/<script type="module" crossorigin/g, "<script defer").replace(/<link rel="stylesheet" crossorigin/g, '<link rel="stylesheet"'),
  };
}

export default defineConfig({
  plugins: [plainScript()],
  publicDir: false,
  build: {
    target: "es2015",
    cssTarget: "chrome49",
    emptyOutDir: false,
    // Else the script would write the style into the page, which the content policy forbids.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: { input: "tv.html", output: { format: "iife", entryFileNames: "assets/tv-[hash].js", assetFileNames: "assets/[name]-[hash][extname]" } },
  },
});
