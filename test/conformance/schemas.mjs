// Writes the JSON Schemas of the protocol that the conformance suite carries into a folder, one file for
// each revision: node schemas.mjs FOLDER. The Go tests check what the server sends against them.
//
// The suite holds them as object literals of its bundle, oldest first, and publishes them nowhere else.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

// marks name a definition that came with each revision, so that a bundle in another order is noticed.
const marks = [
  ['2025-03-26', 'JSONRPCBatchRequest'],
  ['2025-06-18', 'ElicitRequest'],
  ['2025-11-25', 'ElicitationCompleteNotification'],
  ['2026-07-28', 'DiscoverResult'],
];

const folder = process.argv[2];
const bundle = readFileSync(new URL('node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url), 'utf8');
const starts = [...bundle.matchAll(/=(\{\$schema:`https?:\/\/json-schema\.org\/[^`]+`,(?:definitions|\$defs):\{Annotations:)/g)].map((m) => m.index + 1);
if (starts.length !== marks.length) throw new Error(`the suite holds ${starts.length} schemas, want ${marks.length}`);
mkdirSync(folder, { recursive: true });
starts.forEach((start, i) => {
  const [revision, mark] = marks[i];
  const schema = runInNewContext(`(${literal(bundle, start)})`);
  if (!(schema.definitions ?? schema.$defs)[mark]) throw new Error(`schema ${i} has no ${mark}, so it is not that of ${revision}`);
  writeFileSync(join(folder, `${revision}.json`), JSON.stringify(schema));
});

// literal returns the object literal that begins at start. Braces in its texts do not count.
function literal(source, start) {
  let depth = 0;
  for (let i = start; ; i++) {
    const c = source[i];
    if (c === '`' || c === '"' || c === "'") {
      for (i++; source[i] !== c; i++) if (source[i] === '\\') i++;
    } else if (c === '{') {
      depth++;
    } else if (c === '}' && --depth === 0) {
      return source.slice(start, i + 1);
    }
  }
}
