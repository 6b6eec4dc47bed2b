// Runs the official MCP conformance suite against a built giftserver: node run.mjs BINARY.
//
// The suite's scenarios for tools, prompts and resources of fixed names need a fixture server; the
// product passes those that need none, and every one of them must be without failure and warning.
// The suite's own exit code and totals are not used: it counts checks of a server that does not
// answer as passed. What counts is the file checks.json of each scenario.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const wanted = {
  '2025-11-25': [
    'server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'tools-list', 'resources-list', 'prompts-list', 'caching', 'dns-rebinding-protection',
    'sep-2164-resource-not-found', 'input-required-result-unsupported-methods', 'http-header-validation',
  ],
};

const binary = process.argv[2];
const work = mkdtempSync(join(tmpdir(), 'conformance-'));
const port = await freePort();
const server = spawn(binary, ['serve', '--addr', `127.0.0.1:${port}`, '--db', join(work, 'gifts.db')], { stdio: 'inherit' });
let passed = 0;
let failed = 0;
try {
  await answering(`http://127.0.0.1:${port}/healthz`);
  for (const [revision, scenarios] of Object.entries(wanted)) {
    const out = join(work, revision);
    // Node 20 lacks a function that the suite imports, so it runs on the Node from its own folder.
    spawnSync('node_modules/.bin/node', [
      'node_modules/@modelcontextprotocol/conformance/dist/index.js',
      'server', '--url', `http://127.0.0.1:${port}/mcp`, '--requirements', revision, '-o', out,
    ], { stdio: 'ignore' });
    for (const scenario of scenarios) {
      report(`${revision} ${scenario}`, checksOf(out, scenario));
    }
  }
} finally {
  server.kill('SIGTERM');
  rmSync(work, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

// report prints the verdict on a scenario.
function report(name, checks) {
  const bad = checks.filter((c) => c.status === 'FAILURE' || c.status === 'WARNING');
  if (checks.length > 0 && bad.length === 0) {
    passed++;
    console.log(`ok   ${name} (${checks.length} checks)`);
    return;
  }
  failed++;
  console.log(`FAIL ${name}`);
  for (const c of bad.length > 0 ? bad : [{ id: 'no check was run' }]) {
    console.log(`     ${c.status ?? ''} ${c.id} ${c.errorMessage ?? ''}`);
  }
}

// checksOf reads what the suite wrote about a scenario.
function checksOf(out, scenario) {
  const folder = readdirSync(out).find((name) => name.replace(/-\d{4}-\d\d-\d\dT.*$/, '') === `server-${scenario}`);
  return folder ? JSON.parse(readFileSync(join(out, folder, 'checks.json'), 'utf8')) : [];
}

// answering waits until a server answers.
async function answering(url) {
  for (let i = 0; i < 100; i++) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      // It is not up yet.
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`nothing answers at ${url}`);
}

function freePort() {
  return new Promise((done) => {
    const s = createServer().listen(0, '127.0.0.1', () => {
      const { port } = s.address();
      s.close(() => done(port));
    });
  });
}
