// The built giftserver: importing a shop's products, serving, stopping.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const binary = process.env.GIFTSERVER ?? join(import.meta.dirname, '../../dist/giftserver');
const work = mkdtempSync(join(tmpdir(), 'browser-'));
const children = [];
let files = 0;
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL'); // They have ended unless a test failed.
  rmSync(work, { recursive: true, force: true });
});

// serve starts a server on a new catalog, or on one that was imported, and returns its origin.
export async function serve({ db = fresh('.db'), command = 'serve', args = [] } = {}) {
  const child = spawn(binary, [command, '--addr', '127.0.0.1:0', '--db', db, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const origin = await new Promise((found, failed) => {
    let text = '';
    const read = (more) => {
      text += more;
      const match = /(http:\/\/127\.0\.0\.1:\d+)\//.exec(text);
      if (match) found(match[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', () => failed(new Error(`giftserver ended: ${text}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { origin, stop };
}

// imported makes a catalog of rows, whose keys are the columns.
export function imported(rows) {
  const columns = Object.keys(rows[0]);
  const cell = (value) => `"${String(value).replaceAll('"', '""')}"`;
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
  const csv = fresh('.csv');
  writeFileSync(csv, lines.map((line) => line.map(cell).join(',')).join('\r\n'));
  const db = fresh('.db');
  execFileSync(binary, ['import', csv, '--db', db], { stdio: ['ignore', 'pipe', 'pipe'] });
  return db;
}

function fresh(ending) {
  files++;
  return join(work, `${files}${ending}`);
}
