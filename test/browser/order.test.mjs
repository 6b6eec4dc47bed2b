// Hosts and people do things at any moment and in any order: late, twice, or while something else is under way.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { host, launch } from './browser.mjs';
import { serve } from './giftserver.mjs';
import { openai, rpc } from './openai.mjs';

const args = { occasion: 'birthday', budget: 60, recipient: 'friend who loves board games', limit: 4 };
const plan = {
  occasion: 'Christmas', total_budget: 150,
  recipients: [{ recipient: 'my sister, who loves tea' }, { recipient: 'my brother, who cooks' }],
};

let browser;
let server;
before(async () => {
  [browser, server] = await Promise.all([launch(), serve()]);
  await browser.context.clock.install(); // Time goes on as always, and can be made to jump.
});
after(() => Promise.all([browser?.close(), server?.stop()]));

const call = (name, given) => rpc(server.origin, 'tools/call', { name, arguments: given });
const later = () => browser.context.clock.fastForward(70_000);

describe('on the bridge of MCP Apps', () => {
  let h;
  let found;
  before(async () => {
    h = await host(browser.context, server.origin);
    found = await call('suggest_gifts', args);
  });
  after(() => h.page.close());

  const button = (name) => h.widget.getByRole('button', { name }).first();
  const headings = () => h.widget.getByRole('listitem').getByRole('heading').allTextContents();

  // settled is when the widget has heard all that was said to it until now.
  const settled = async () => {
    for (let i = 0; i < 3; i++) await h.tell('ping');
  };

  for (const action of ['Show others', 'More like this', 'Not this']) {
    test(`an answer of the host stands, though "${action}" is under way`, async () => {
      await h.open({ args, result: found });
      await button(action).waitFor();
      let release;
      const released = new Promise((resolve) => { release = resolve; });
      await h.page.route('**/mcp', async (route) => {
        await released;
        await route.continue();
      });
      const asked = h.page.waitForRequest('**/mcp');
      await button(action).click();
      const request = await asked;
      const other = await call('suggest_gifts', { ...args, recipient: 'uncle who cooks' });
      const names = other.structuredContent.gifts.map(({ name }) => name);
      await h.tell('deliver', other);
      await h.widget.getByRole('heading', { name: names[0], exact: true }).waitFor();
      release();
      await (await request.response()).finished();
      await settled();
      assert.deepEqual(await headings(), names);
      await h.widget.locator('[aria-busy=true]').waitFor({ state: 'detached' });
      await h.page.unroute('**/mcp');
    });
  }

  test('a failure that comes again does not undo what came after it, nor lose the focus', async () => {
    const failure = await call('suggest_gifts', { ...args, budget: 0.5 });
    assert.ok(failure.isError);
    await h.open({ args: { ...args, budget: 0.5 }, result: failure });
    await h.widget.getByRole('slider', { name: 'Budget' }).press('End');
    await h.widget.getByRole('listitem').first().waitFor();
    await h.widget.locator('h1:focus').waitFor();
    await h.tell('change', { theme: 'dark' });
    await settled();
    await h.widget.locator('h1:focus').waitFor();
    const drawn = await headings();
    await h.tell('deliver', failure);
    await settled();
    assert.deepEqual(await headings(), drawn);
  });

  test('the way out of a comparison leads to where one came from', async () => {
    await h.open({ args, result: found });
    for (const n of [0, 1]) await h.widget.getByRole('listitem').nth(n).getByRole('button', { name: 'Compare' }).click();
    await h.widget.getByRole('button', { name: 'Compare', exact: true }).click();
    await button('Back').press('Enter');
    await h.widget.locator('[data-key=compare]:focus').waitFor();
  });

  test('arguments that are not complete yet are no reason to call', async () => {
    await h.open({ deliver: 'nothing' });
    h.calls.length = 0;
    await h.tell('begin', { occasion: 'birthday' });
    await settled();
    await later();
    await h.widget.getByText('No gifts yet').waitFor();
    assert.deepEqual(h.calls, []);
    await h.tell('input', args);
    await h.widget.getByText('Looking for gifts').first().waitFor();
    await later();
    await h.widget.getByRole('listitem').getByRole('heading').first().waitFor();
    assert.deepEqual(h.calls.map((c) => c.arguments), [{ ...args, language: 'en-US' }]);
  });

  test('a plan can be refined, though its arguments come after it', async () => {
    await h.open({ tool: 'plan_gifts', deliver: 'nothing' });
    await h.tell('deliver', await call('plan_gifts', plan));
    await button('Choose this gift').waitFor();
    await h.tell('input', plan);
    await button('Refine').waitFor();
  });

  test('nothing that is left is not less than nothing', async () => {
    const { structuredContent } = await call('plan_gifts', plan);
    // What is left of 0.3 after 0.1 and 0.2, to a computer.
    const total = { ...structuredContent.total, left_over: 0.3 - (0.1 + 0.2) };
    await h.open({ tool: 'plan_gifts', args: plan, result: { content: [], structuredContent: { ...structuredContent, total } } });
    await h.widget.getByText('$0 left', { exact: true }).waitFor();
  });

  test('says nothing wrong to the console', () => assert.deepEqual(h.errors, []));
});

// A host whose answers the test gives.
describe('on a bridge that is slow', () => {
  let o;
  const hear = (message) => o.page.evaluate((m) => document.querySelector('iframe').contentWindow.postMessage({ jsonrpc: '2.0', ...m }, '*'), message);
  const until = (condition) => o.page.waitForFunction(`(${condition})(window.heard)`);
  before(async () => {
    o = await openai(browser.context, server.origin, { toolInput: args, toolOutput: (await call('suggest_gifts', args)).structuredContent });
    await o.page.evaluate(() => {
      window.heard = [];
      addEventListener('message', ({ data }) => window.heard.push(data.method));
    });
  });
  after(() => o.page.close());

  test('a handshake is never too late', async () => {
    await o.widget.getByRole('listitem').first().waitFor();
    await later();
    await hear({ id: 1, result: { protocolVersion: '2026-01-26', hostCapabilities: { serverTools: {} }, hostContext: { theme: 'dark' } } });
    await until((heard) => heard.includes('ui/notifications/initialized') && heard.includes('ui/notifications/size-changed'));
    await o.widget.locator('html[data-theme=dark]').waitFor();
  });

  test('a call that is never answered ends', async () => {
    await o.widget.getByRole('button', { name: 'Show others' }).click();
    await until((heard) => heard.includes('tools/call'));
    await later();
    await o.widget.getByText('That did not work').first().waitFor();
    await o.widget.getByRole('button', { name: 'Back' }).click();
    await o.widget.getByRole('listitem').first().waitFor();
  });
});
