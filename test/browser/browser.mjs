// A Chromium without a window, and the host page in it.
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { listen } from './static.mjs';

const flags = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

// launch starts a browser of its own profile. close ends it.
export async function launch(options = {}) {
  const profile = await mkdtemp(join(tmpdir(), 'browser-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await executable(), headless: true, args: flags, viewport: { width: 800, height: 1000 }, ...options,
  });
  context.setDefaultTimeout(10_000);
  const close = async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  };
  return { context, close };
}

async function executable() {
  for (const file of [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']) {
    if (file && await access(file).then(() => true, () => false)) return file;
  }
  throw new Error('no Chromium: install the package chromium, or set CHROMIUM to the path of one');
}

// complaints keeps what a page writes to its console as an error, and what it throws.
export function complaints(page) {
  const list = [];
  page.on('pageerror', (error) => list.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected(message)) list.push(message.text());
  });
  return list;
}

// The official client asks for a stream of news that the server has none of, which browsers report.
const expected = (message) => message.text().includes('405') && message.location().url.endsWith('/mcp');

// host opens the host page, connected to a server. Its open(options) shows the widget and returns it.
export async function host(context, origin, { era = 'auto' } = {}) {
  const [pages, sandbox] = await Promise.all([listen(), listen()]);
  const page = await context.newPage();
  const errors = complaints(page);
  const calls = []; // What reached the server: the arguments of every tools/call.
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) || request.method() !== 'POST') return;
    const { method, params } = request.postDataJSON();
    if (method === 'tools/call') calls.push(params);
  });
  await page.goto(`${pages}/host.html?sandbox=${encodeURIComponent(sandbox)}`);
  await page.waitForFunction(() => window.host);
  const revision = await page.evaluate(([endpoint, e]) => window.host.connect(endpoint, e), [`${origin}/mcp`, era]);
  return {
    page, errors, calls, revision,
    widget: page.frameLocator('body > iframe').frameLocator('iframe'),
    open: (options) => page.evaluate((o) => window.host.open(o), options),
    tell: (method, ...params) => page.evaluate(([m, p]) => window.host[m](...p), [method, params]),
    seen: () => page.evaluate(() => window.host.seen),
    // until waits for something that the host has seen: until((seen) => seen.links.length > 0).
    until: (condition) => page.waitForFunction(`(${condition})(window.host.seen)`),
  };
}
