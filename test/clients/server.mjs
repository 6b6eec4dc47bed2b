// The server under test: starting it, changing its catalog, stopping it.
import { spawn, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const binary = variable('GIFTSERVER');
const toucher = variable('GIFTSERVER_TOUCH');
const work = mkdtempSync(join(tmpdir(), 'clients-'));
const children = [];
let catalogs = 0;
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL'); // They have ended unless a check failed.
  rmSync(work, { recursive: true, force: true });
});

// serve starts a server over HTTP. Its url has no path.
export async function serve(...args) {
  const db = newCatalog();
  const child = spawn(binary, ['serve', '--addr', '127.0.0.1:0', '--db', db, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  children.push(child);
  const url = await within(10, 'URL of the server', new Promise((found) => {
    let log = '';
    child.stderr.on('data', (text) => {
      log += text;
      const match = /msg=serving url=(\S+)\/mcp /.exec(log);
      if (match) found(match[1]);
    });
  }));
  // stop asks the server to end, as a service manager does, and returns its exit code.
  const stop = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const [code, signal] = await within(5, 'end of the server', exited);
    return code ?? signal;
  };
  return { url, db, stop };
}

// stdio says how to start a server over stdio.
export function stdio() {
  const db = newCatalog();
  return { db, command: binary, args: ['stdio', '--db', db] };
}

// touch changes a catalog, whichever server is running on it.
export function touch(db) {
  execFileSync(toucher, ['--db', db]);
}

// within waits for a promise, but not for ever.
export function within(seconds, what, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no ${what} within ${seconds} s`)), seconds * 1000);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function newCatalog() {
  catalogs++;
  return join(work, `catalog-${catalogs}.db`);
}

function variable(name) {
  const value = process.env[name];
  if (!value) {
    console.error(`set ${name} to the path of the built binary`);
    process.exit(2);
  }
  return value;
}
