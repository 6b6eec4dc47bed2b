// Runs the official MCP conformance suite: node run.mjs BINARY FIXTURES.
//
// FIXTURES is this folder's program, which offers the tools, prompts and resources that the suite asks
// for by name. One process of it, at one URL, has to pass every scenario of both revisions.
//
// BINARY is giftserver. It has none of those fixtures, so it has to fail exactly what the files
// expected-failures-REVISION.yml list, and pass the rest: an entry that passes is as wrong as a failure
// that is not listed.
//
// What counts is the file checks.json of each scenario. The suite's own totals count checks as passed
// that were made against no server at all, and its exit code lets warnings pass where nothing is listed;
// still it has to be zero.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// How many scenarios for servers each revision has, scored ones and others. Their names come from the
// suite, as a text for people: the numbers show that it was read right.
const revisions = {
  '2025-11-25': { scored: 30, others: 3 },
  '2026-07-28': { scored: 37, others: 3 },
};

const [binary, fixtures] = process.argv.slice(2);
if (!fixtures) {
  console.error('usage: node run.mjs BINARY FIXTURES');
  process.exit(2);
}
const work = mkdtempSync(join(tmpdir(), 'conformance-'));
let wrong = 0;
try {
  await judge('fixtures', fixtures, [], () => []);
  await judge('giftserver', binary, ['serve', '--db', join(work, 'gifts.db')], (revision) => [
    '--expected-failures', `expected-failures-${revision}.yml`,
  ]);
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(wrong === 0 ? 'ok' : `${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;

// judge starts a server and runs the suite against it, once for each revision. baseline returns the
// suite's arguments for the failures that are expected.
async function judge(name, program, args, baseline) {
  const port = await freePort();
  const server = spawn(program, [...args, '--addr', `127.0.0.1:${port}`], { stdio: 'inherit' });
  const stopped = new Promise((done) => server.on('error', done).on('exit', done));
  try {
    await answering(`http://127.0.0.1:${port}/healthz`);
    for (const revision of Object.keys(revisions)) {
      const [flag, file] = baseline(revision);
      const out = join(work, name, revision);
      const { status, stdout } = suite(
        'server', '--url', `http://127.0.0.1:${port}/mcp`, '--requirements', revision, '-o', out, ...(file ? [flag, file] : []),
      );
      report(`${name} ${revision}`, scenariosOf(revision), out, file ? entriesOf(file) : []);
      if (status !== 0) {
        complain(`the suite's exit code is ${status}`, stdout.trim().split('\n').slice(-10).join('\n'));
      }
    }
  } finally {
    server.kill('SIGTERM');
    await stopped;
  }
}

// suite runs the suite. Node 20 lacks a function that it imports, so it runs on the Node from its own
// folder.
function suite(...args) {
  return spawnSync('node_modules/.bin/node', ['node_modules/@modelcontextprotocol/conformance/dist/index.js', ...args], {
    encoding: 'utf8',
  });
}

// scenariosOf returns the names of the scenarios that count for a revision. Those of the tasks extension
// do not: neither program offers it.
function scenariosOf(revision) {
  const { stdout } = suite('list', '--requirements', revision);
  const [forServers] = stdout.slice(stdout.indexOf('Server scenarios')).split('\n\n');
  const names = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1]);
  const scored = names(forServers, /^  - (\S+)$/gm);
  const others = names(stdout, /^    - (\S+) \[server\]$/gm).filter((name) => !name.startsWith('tasks-'));
  const want = revisions[revision];
  if (scored.length !== want.scored || others.length !== want.others) {
    throw new Error(`${revision} lists ${scored.length} scored scenarios and ${others.length} others, want ${want.scored} and ${want.others}`);
  }
  return { scored, others };
}

// entriesOf returns the entries of a file of expected failures: SCENARIO:CHECK or, for one that can't be
// tested, SCENARIO.
function entriesOf(file) {
  return [...readFileSync(file, 'utf8').matchAll(/^ *- (\S+)$/gm)].map((match) => match[1]);
}

// report compares what the suite found with what is expected, and prints the count.
function report(run, { scored, others }, out, expected) {
  const failures = new Map([...scored, ...others].map((scenario) => [scenario, failuresOf(out, scenario)]));
  const passing = (scenarios) => `${scenarios.filter((s) => failures.get(s).size === 0).length} of ${scenarios.length}`;
  console.log(`${run}: ${passing(scored)} scored scenarios pass, ${passing(others)} others; ${expected.length} failures expected`);
  const found = new Map([...failures.values()].flatMap((entries) => [...entries]));
  for (const [entry, message] of found) {
    if (!expected.includes(entry)) complain(`${run} ${entry}`, message);
  }
  for (const entry of expected) {
    if (!found.has(entry)) complain(`${run} ${entry}`, 'is expected to fail and does not');
  }
}

// failuresOf returns what is wrong with a scenario, each entry with the suite's message. A check that was
// skipped was not tested; nor was a scenario without a single success.
function failuresOf(out, scenario) {
  const folder = readdirSync(out).find((name) => name.replace(/-\d{4}-\d\d-\d\dT.*$/, '') === `server-${scenario}`);
  const checks = folder ? JSON.parse(readFileSync(join(out, folder, 'checks.json'), 'utf8')) : [];
  const bad = checks.filter((check) => ['FAILURE', 'WARNING', 'SKIPPED'].includes(check.status));
  if (bad.length === 0 && !checks.some((check) => check.status === 'SUCCESS')) {
    return new Map([[scenario, 'nothing was tested']]);
  }
  return new Map(bad.map((check) => [`${scenario}:${check.id}`, `${check.status} ${check.errorMessage ?? ''}`]));
}

function complain(what, why) {
  wrong++;
  console.log(`FAIL ${what}\n     ${why.replaceAll('\n', '\n     ')}`);
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
