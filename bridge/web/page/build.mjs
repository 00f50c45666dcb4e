// Bundles the page into ../built: page.js, page.css, index.html, favicon.svg.
import { build } from "esbuild";

await build({
  entryPoints: ["main.ts", "page.css", "index.html", "favicon.svg"],
  outdir: "../built",
  entryNames: "[name]",
  loader: { ".html": "copy", ".svg": "copy" },
  bundle: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  legalComments: "eof",
  logLevel: "warning",
});
