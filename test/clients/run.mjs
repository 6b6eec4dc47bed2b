// Has the official MCP clients for TypeScript talk to a built giftserver: node run.mjs, with the paths of
// the server and of the program test/touch in GIFTSERVER and GIFTSERVER_TOUCH.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import * as peers from './peers.mjs';
import { serve, stdio, touch, within } from './server.mjs';

const catalogURI = 'mcp://gift-server/resources/gift_catalog';
const modern = '2026-07-28';
const legacy = '2025-11-25';

// How long a message may be on its way for which nobody waits, in milliseconds.
const settle = 300;

// Who connects over what, and which revision they have to agree on.
const rows = [
  { name: 'client auto', peer: () => peers.client('auto'), http: modern, events: modern, sse: legacy, stdio: modern },
  { name: 'client legacy', peer: () => peers.client('legacy'), http: legacy, events: legacy, sse: legacy, stdio: legacy },
  { name: 'sdk', peer: peers.sdk, http: legacy, events: legacy, sse: legacy, stdio: legacy },
];

let passed = 0;
let failed = 0;
for (const row of rows) {
  for (const transport of ['http', 'events', 'sse', 'stdio']) {
    await talk(`${row.name}, ${transport}`, row.peer(), transport, row[transport]);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0); // A client that was not closed would keep the process.

// check runs one check, prints what came of it and returns whether that is well.
async function check(name, f) {
  try {
    await within(20, 'end of the check', f());
    passed++;
    console.log(`ok   ${name}`);
    return true;
  } catch (error) {
    failed++;
    console.log(`FAIL ${name}\n     ${String(error?.stack ?? error).replaceAll('\n', '\n     ')}`);
    return false;
  }
}

// talk connects a client and makes all checks.
async function talk(name, peer, transport, revision) {
  const line = {
    questions: inbox('question'), updated: inbox('update'), changed: inbox('change of the list'),
    complaints: [], requests: 0,
  };
  peer.onElicit((params, signal) => new Promise((answer, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    line.questions.put({ params, answer: (budget) => answer({ action: 'accept', content: { budget } }) });
  }));
  peer.onUpdated(line.updated.put);
  peer.onChanged(line.changed.put);
  peer.api.onerror = (error) => line.complaints.push(String(error).slice(0, 300));
  const server = await start(transport, peer.transports, line);
  const connected = await check(`${name}: connect`, async () => {
    await peer.connect(server.transport);
    assert.equal(peer.revision(), revision);
    assert.equal(peer.api.getServerVersion().name, 'giftserver');
  });
  if (!connected) return;
  await check(`${name}: list`, () => list(peer));
  await check(`${name}: call`, async () => fits(await suggest(peer, 50), 50));
  await check(`${name}: read`, () => read(peer));
  await check(`${name}: get`, () => get(peer));
  await check(`${name}: complete`, () => complete(peer));
  await check(`${name}: subscribe`, () => subscribe(peer, line, server));
  await check(`${name}: elicit`, () => elicit(peer, line));
  await check(`${name}: cancel`, () => cancel(peer, line));
  if (server.counts) await check(`${name}: quiet`, () => quiet(line));
  await check(`${name}: no complaint`, async () => assert.deepEqual(line.complaints, []));
  await check(`${name}: stop`, () => (server.stop ? stop(peer, server) : stopStdio(peer)));
  await peer.api.close().catch(() => {}); // There is nobody left to say goodbye to.
}

// start starts a server, or has the client do so, and returns how to connect to it.
async function start(transport, { http, sse, stdio: pipe }, line) {
  if (transport === 'stdio') {
    const { db, command, args } = stdio();
    return { db, transport: new pipe({ command, args, stderr: 'ignore' }) };
  }
  const server = await serve(...(transport === 'events' ? ['--post-answers', 'sse'] : []));
  if (transport === 'sse') return { ...server, transport: new sse(new URL(`${server.url}/sse`)) };
  const fetching = (...args) => {
    line.requests++;
    return fetch(...args);
  };
  return { ...server, counts: true, transport: new http(new URL(`${server.url}/mcp`), { fetch: fetching }) };
}

async function list({ api }) {
  const { tools } = await api.listTools();
  assert.deepEqual(tools.map((t) => t.name), ['suggest_gifts', 'get_gift', 'plan_gifts']);
  assert.equal(tools[0].title, 'Suggest gifts');
  assert.equal(tools[0].outputSchema.type, 'object');
  const { resources } = await api.listResources();
  assert.deepEqual(resources.map((r) => r.uri), [catalogURI, tools[0]._meta.ui.resourceUri]);
  const { resourceTemplates } = await api.listResourceTemplates();
  assert.deepEqual(resourceTemplates.map((t) => t.name), ['gift', 'category']);
  const { prompts } = await api.listPrompts();
  assert.deepEqual(prompts.map((p) => p.name), ['gift_congrats_style', 'find_a_gift']);
}

// suggest asks for gifts, without a limit when there is no budget.
function suggest(peer, budget, options) {
  const brief = { occasion: 'birthday', recipient: 'friend who loves board games' };
  return peer.call({ name: 'suggest_gifts', arguments: budget ? { ...brief, budget } : brief }, options);
}

// fits checks that there are gifts, none of them above the budget, and that the text tells of each. That
// the structured content fits its schema the client has checked.
function fits({ content, structuredContent, isError }, budget) {
  assert.ok(!isError, JSON.stringify(content));
  assert.deepEqual(content.map((c) => c.type), ['text', 'text']);
  assert.deepEqual(JSON.parse(content[1].text), structuredContent);
  const { gifts } = structuredContent;
  assert.ok(gifts.some((g) => g.category === 'board-games'), 'no board game');
  for (const g of gifts) {
    assert.ok(g.price > 0 && g.price <= budget && g.currency === 'USD', `${g.name} costs ${g.price} ${g.currency}`);
    assert.ok(content[0].text.includes(g.name), `${g.name} is not in the text`);
  }
}

async function read({ api }) {
  const { contents } = await api.readResource({ uri: catalogURI });
  assert.deepEqual(contents.map((c) => c.uri), [catalogURI]);
  const catalog = JSON.parse(contents[0].text);
  assert.ok(catalog.count >= 700 && catalog.categories.includes('board-games'), contents[0].text);
  await assert.rejects(api.readResource({ uri: 'mcp://gift-server/gifts/ideas:none' }), /not found/);
}

async function get({ api }) {
  const { messages } = await api.getPrompt({
    name: 'gift_congrats_style', arguments: { occasion: 'name day', sender: 'Ada' },
  });
  assert.deepEqual(messages.map((m) => [m.role, m.content.type]), [['user', 'text']]);
  for (const want of ['gift card', 'occasion: name day', 'sender: Ada']) {
    assert.ok(messages[0].content.text.includes(want), `no ${want} in ${messages[0].content.text}`);
  }
}

async function complete({ api }) {
  const category = { type: 'ref/resource', uri: 'mcp://gift-server/categories/{category}{?cursor}' };
  for (const [ref, name, value, want] of [
    [{ type: 'ref/prompt', name: 'gift_congrats_style' }, 'occasion', 'birth', 'birthday'],
    [category, 'category', 'board', 'board-games'],
  ]) {
    const { completion } = await api.complete({ ref, argument: { name, value } });
    assert.deepEqual(completion.values, [want]);
  }
}

async function subscribe(peer, { updated, changed }, { db }) {
  const subscription = await peer.subscribe(catalogURI);
  touch(db);
  assert.equal(await updated.next(), catalogURI);
  await changed.next();
  await subscription.end();

  // A subscription to something else shows when the server has noticed the second change.
  const other = 'mcp://gift-server/categories/books';
  const second = await peer.subscribe(other);
  touch(db);
  assert.equal(await updated.next(), other);
  await sleep(settle);
  assert.deepEqual(updated.rest(), []);
  await second.end();
}

// asked returns the question that the server asks the person during a call.
function asked(call, { questions }) {
  const early = call.then((result) => assert.fail(`no question, but ${JSON.stringify(result)}`));
  return Promise.race([questions.next(), early]);
}

// elicit calls without a budget, for which the server asks the person.
async function elicit(peer, line) {
  const call = suggest(peer);
  const question = await asked(call, line);
  assert.ok(question.params.message);
  assert.equal(question.params.requestedSchema.properties.budget.type, 'number');
  question.answer(40);
  fits(await call, 40);
}

// cancel gives up a call for which the person has not answered yet. What the person says too late must
// disturb nobody: a client complains of a reply to a call that it has cancelled.
async function cancel(peer, line) {
  const giveUp = new AbortController();
  const call = suggest(peer, 0, { signal: giveUp.signal });
  const question = await asked(call, line);
  giveUp.abort('changed my mind');
  await assert.rejects(call, /changed my mind/);
  await sleep(settle);
  question.answer(40);
  await elicit(peer, line);
}

// quiet checks that the client, which has nothing to do, asks nothing: one that was left with a stream
// without a reply comes back for the rest again and again.
async function quiet(line) {
  await sleep(1500);
  const before = line.requests;
  await sleep(1500);
  assert.equal(line.requests - before, 0, 'the client asks on and on');
}

// stop ends the server while somebody listens.
async function stop(peer, server) {
  const subscription = await peer.subscribe(catalogURI);
  assert.equal(await server.stop(), 0);
  if (subscription.ended) assert.equal(await subscription.ended, 'graceful');
}

// stopStdio closes the pipe, upon which the server has to end by itself: the client kills it after 2 s.
async function stopStdio(peer) {
  await peer.subscribe(catalogURI);
  const began = Date.now();
  await peer.api.close();
  assert.ok(Date.now() - began < 1900, `the server took ${Date.now() - began} ms to end`);
}

// inbox keeps what comes in until somebody asks for it.
function inbox(what) {
  const kept = [];
  let wake = () => {};
  return {
    put(value) {
      kept.push(value);
      wake();
    },
    async next() {
      if (kept.length === 0) await within(10, what, new Promise((resolve) => { wake = resolve; }));
      return kept.shift();
    },
    rest: () => kept.splice(0),
  };
}
