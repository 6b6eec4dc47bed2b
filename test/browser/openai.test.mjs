// The widget in ChatGPT's own way, where no bridge answers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './browser.mjs';
import { serve } from './giftserver.mjs';
import { openai, rpc } from './openai.mjs';

const toolInput = { occasion: 'birthday', budget: 60, recipient: 'friend who loves board games' };

let browser;
let server;
let toolOutput;
before(async () => {
  [browser, server] = await Promise.all([launch(), serve()]);
  ({ structuredContent: toolOutput } = await rpc(server.origin, 'tools/call', { name: 'suggest_gifts', arguments: toolInput }));
});
after(() => Promise.all([browser?.close(), server?.stop()]));

const drawn = ({ widget }) => Promise.all(toolOutput.gifts.map(({ name }) => widget.getByRole('heading', { name, exact: true }).waitFor()));

test('draws what is there from the start', async () => {
  const o = await openai(browser.context, server.origin, { toolInput, toolOutput });
  await drawn(o);
  assert.deepEqual(o.calls, []);
  assert.deepEqual(o.errors, []);
});

test('draws what comes late', async () => {
  const o = await openai(browser.context, server.origin, { toolInput });
  await o.widget.locator('main > *').first().waitFor();
  assert.equal(await o.widget.getByRole('heading', { name: toolOutput.gifts[0].name, exact: true }).count(), 0);
  await o.set({ toolOutput });
  await drawn(o);
  await o.set({ theme: 'dark' });
  await o.widget.locator('html[data-theme=dark]').waitFor();
  await drawn(o);
  assert.deepEqual(o.errors, []);
});

test('reaches the chat, the shop and the server', async () => {
  const gift = { ...toolOutput.gifts[0], id: 'shop:1', name: 'A gift of a shop', url: 'https://shop.example/gift' };
  const o = await openai(browser.context, server.origin, { toolInput, toolOutput: { ...toolOutput, gifts: [gift, ...toolOutput.gifts.slice(1)] } });
  await o.widget.getByRole('button', { name: 'Go to shop' }).or(o.widget.getByRole('link', { name: 'Go to shop' })).click();
  await o.until((seen) => seen.links.length === 1);
  await o.widget.getByRole('button', { name: 'Where to buy' }).first().click();
  await o.until((seen) => seen.messages.length === 1);
  const { links, messages, heights } = await o.seen();
  assert.deepEqual(links, [gift.url]);
  assert.ok(messages[0].prompt.includes(toolOutput.gifts[1].name), messages[0].prompt);
  assert.ok(heights.length > 0, 'no height was reported');
  await o.widget.getByRole('button', { name: 'Not this' }).first().click();
  await o.widget.getByRole('heading', { name: gift.name, exact: true }).waitFor({ state: 'detached' });
  assert.deepEqual(o.calls.map(({ name, arguments: { exclude_ids: ids } }) => [name, ids.includes(gift.id)]), [['suggest_gifts', true]]);
  assert.deepEqual(o.errors, []);
});

test('writes what it says in the language of the person', async () => {
  const open = { en: 'Not this', de: 'Das nicht', vi: 'Không chọn món này' };
  for (const [locale, name] of Object.entries(open)) {
    const o = await openai(browser.context, server.origin, { toolInput, toolOutput, locale });
    await o.widget.getByRole('button', { name }).first().waitFor();
    await o.page.close();
  }
});
