// Bundles the pages into ../built: scripts, style sheets, HTML, favicon.svg, and the licences of what is in them.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";

import { build } from "esbuild";

const OUT = "../built";

const { metafile } = await build({
  entryPoints: ["main.ts", "page.css", "index.html", "move.ts", "move.css", "move.html", "favicon.svg"],
  outdir: OUT,
  entryNames: "[name]",
  loader: { ".html": "copy", ".svg": "copy" },
  bundle: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  metafile: true,
  logLevel: "warning",
});

const packages = Object.keys(metafile.inputs).map((path) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
const licences = [...new Set(packages.filter(Boolean))].sort().map((directory) => {
  const file = readdirSync(directory).find((name) => /^licen[cs]e/i.test(name));
  return `${directory.slice("node_modules/".length)}\n\n${readFileSync(`${directory}/${file}`, "utf8")}`;
});
writeFileSync(`${OUT}/licences.txt`, licences.join("\n\n"));
