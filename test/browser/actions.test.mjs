// Everything a person can do reaches the host or the server, by mouse and by keyboard.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { host, launch } from './browser.mjs';
import { imported, serve } from './giftserver.mjs';

const args = { occasion: 'birthday', budget: 60, recipient: 'friend who loves board games', limit: 4 };
const plan = {
  occasion: 'Christmas', total_budget: 150,
  recipients: [{ recipient: 'my sister, who loves tea' }, { recipient: 'my brother, who cooks' }],
};
const shop = [
  { id: '1', title: 'Shop board game', price: '20 USD', link: 'https://shop.example/1', availability: 'in_stock', description: 'A board game for friends.', product_type: 'Toys & Games > Board Games' },
];

let browser;
let server;
before(async () => { [browser, server] = await Promise.all([launch(), serve()]); });
after(() => Promise.all([browser?.close(), server?.stop()]));

let h;
const button = (name, within = h.widget) => within.getByRole('button', { name }).first();
const card = (n) => h.widget.getByRole('listitem').nth(n);
const heading = (gift) => h.widget.getByRole('heading', { name: gift.name, exact: true });

// asked waits for the widget's next call and returns its arguments.
async function asked() {
  for (const began = Date.now(); h.calls.length === 0;) {
    if (Date.now() - began > 5000) throw new Error('the widget called nothing');
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
  return h.calls.shift();
}

describe('suggestions', () => {
  let gifts;
  before(async () => { h = await host(browser.context, server.origin); });
  beforeEach(async () => {
    await h.open({ args });
    ({ structuredContent: { gifts } } = await h.tell('call', 'suggest_gifts', args));
    await heading(gifts[0]).waitFor();
    h.calls.length = 0;
  });
  after(() => h.page.close());

  test('an idea without a shop is asked for in the chat', async () => {
    await button('Where to buy').click();
    await h.until((seen) => seen.messages.length === 1);
    const [message] = (await h.seen()).messages;
    assert.equal(message.role, 'user');
    assert.ok(message.content[0].text.includes(gifts[0].name), message.content[0].text);
  });

  test('the card is asked for in the chat, and the model hears of the choice', async () => {
    await button('Choose this gift').click();
    await h.until((seen) => seen.contexts.length === 1);
    const [context] = (await h.seen()).contexts;
    assert.ok(context.content[0].text.includes(gifts[0].id), context.content[0].text);
    await button('Write the card').click();
    await h.until((seen) => seen.messages.length === 1);
    const [{ content: [{ text }] }] = (await h.seen()).messages;
    for (const want of [gifts[0].name, args.occasion, args.recipient]) assert.ok(text.includes(want), `${want} is not in ${text}`);
  });

  test('another gift takes the place of one that is not wanted', async () => {
    await button('Not this').click();
    const call = await asked();
    assert.equal(call.name, 'suggest_gifts');
    assert.deepEqual([...call.arguments.exclude_ids].sort(), gifts.map((gift) => gift.id).sort());
    assert.equal(call.arguments.limit, 1);
    await heading(gifts[0]).waitFor({ state: 'detached' });
    await h.widget.getByRole('listitem').nth(gifts.length - 1).waitFor();
    const shown = await h.widget.getByRole('listitem').getByRole('heading').allTextContents();
    assert.deepEqual(shown.slice(1), gifts.slice(1).map((gift) => gift.name));
    await h.until((seen) => seen.contexts.length === 1);
    assert.ok((await h.seen()).contexts[0].content[0].text.includes(gifts[0].id));
  });

  test('more like one are of its category, and there is a way back', async () => {
    await button('More like this').click();
    const call = await asked();
    assert.equal(call.arguments.category, gifts[0].category);
    assert.deepEqual([...call.arguments.exclude_ids].sort(), gifts.map((gift) => gift.id).sort());
    await heading(gifts[0]).waitFor({ state: 'detached' });
    await button('Back').click();
    for (const gift of gifts) await heading(gift).waitFor();
  });

  test('others are none of those that were shown', async () => {
    await button('Show others').click();
    const call = await asked();
    assert.deepEqual([...call.arguments.exclude_ids].sort(), gifts.map((gift) => gift.id).sort());
    assert.equal(call.arguments.occasion, args.occasion);
    await heading(gifts[0]).waitFor({ state: 'detached' });
  });

  test('the budget is asked for again', async () => {
    await button('Refine').click();
    const slider = h.widget.getByRole('slider', { name: 'Budget' });
    assert.equal(await slider.inputValue(), '60');
    await slider.fill('30');
    const call = await asked();
    assert.equal(call.arguments.budget, 30);
    const shown = await h.tell('call', 'suggest_gifts', { ...args, budget: 30 });
    await heading(shown.structuredContent.gifts[0]).waitFor();
  });

  test('the kinds are asked for again', async () => {
    await button('Refine').click();
    await button('Things').click();
    const call = await asked();
    assert.deepEqual([...call.arguments.kinds].sort(), ['digital', 'experience']);
  });

  test('a refinement that leads nowhere says so and can be undone', async () => {
    await button('Refine').click();
    await h.widget.getByRole('slider', { name: 'Budget' }).press('Home');
    const call = await asked();
    assert.ok(call.arguments.budget < 10, `budget ${call.arguments.budget}`);
    await button('Back').waitFor();
    await button('Back').click();
    await heading(gifts[0]).waitFor();
  });

  test('two are compared', async () => {
    await button('Compare', card(0)).click();
    await button('Compare', card(1)).click();
    await h.widget.getByRole('button', { name: 'Compare', exact: true }).click();
    const table = h.widget.getByRole('table');
    await table.waitFor();
    assert.deepEqual((await table.getByRole('columnheader').allTextContents()).filter(Boolean), gifts.slice(0, 2).map((gift) => gift.name));
    await button('Back').click();
    await heading(gifts[2]).waitFor();
  });

  test('a larger view is asked of the host', async () => {
    await button('Show larger').click();
    await h.until((seen) => seen.modes.length === 1);
    assert.deepEqual((await h.seen()).modes, ['fullscreen']);
    await h.widget.locator('html[data-mode=fullscreen]').waitFor();
    await button('Show smaller').click();
    await h.until((seen) => seen.modes.length === 2);
    assert.deepEqual((await h.seen()).modes, ['fullscreen', 'inline']);
  });

  test('every control can be reached and worked by keyboard', async () => {
    await button('Refine').press('Enter');
    await h.widget.getByRole('slider', { name: 'Budget' }).waitFor();
    const reached = new Set();
    const all = await h.widget.locator('main').evaluate((main) => [...main.querySelectorAll('button:not([disabled], [hidden], .turn), a, input, summary')].map((e) => e.dataset.key)); // The buttons that turn a row are for those who point.
    await h.widget.locator('body').evaluate((body) => { body.tabIndex = -1; body.focus(); });
    for (let i = 0; i <= all.length; i++) {
      await h.page.keyboard.press('Tab');
      const now = await h.widget.locator('body').evaluate(() => ({ key: document.activeElement.dataset.key, outline: getComputedStyle(document.activeElement).outlineStyle }));
      if (now.key === undefined) continue;
      assert.notEqual(now.outline, 'none', `no mark shows that ${now.key} has the focus`);
      reached.add(now.key);
    }
    assert.deepEqual(all.filter((key) => !reached.has(key)), []);
    for (const [name, done] of [
      ['Choose this gift', (seen) => seen.contexts.length > 0],
      ['Write the card', (seen) => seen.messages.length === 1],
      ['Where to buy', (seen) => seen.messages.length === 2],
      ['Show larger', (seen) => seen.modes.length === 1],
    ]) {
      await button(name).press('Enter');
      await h.until(done);
    }
    for (const name of ['Not this', 'More like this', 'Show others']) {
      await h.widget.locator('[aria-busy=true]').waitFor({ state: 'detached' });
      await button(name).press('Enter');
      await asked();
    }
    await h.widget.locator('main :focus').waitFor(); // The focus is not lost when the page is drawn anew.
  });

  test('nothing moves for those who want it still', async () => {
    await h.page.emulateMedia({ reducedMotion: 'reduce' });
    await h.open({ args, deliver: 'nothing', capabilities: { serverTools: undefined } });
    const moving = await h.widget.locator('body').evaluate(() => document.getAnimations().filter((a) => a.effect.getComputedTiming().duration > 1).length);
    assert.equal(moving, 0);
    await h.page.emulateMedia({ reducedMotion: null });
  });

  test('says nothing wrong to the console', () => assert.deepEqual(h.errors, []));
});

describe('a plan', () => {
  let people;
  before(async () => { h = await host(browser.context, server.origin, { era: 'legacy' }); });
  beforeEach(async () => {
    await h.open({ tool: 'plan_gifts', args: plan });
    ({ structuredContent: { people } } = await h.tell('call', 'plan_gifts', plan));
    await heading(people[0].gifts[0]).first().waitFor();
    h.calls.length = 0;
  });
  after(() => h.page.close());

  test('shows each person with the first choice before the alternatives', async () => {
    for (const { name, gifts } of people) {
      const shown = await h.widget.getByRole('region', { name, exact: true }).getByRole('listitem').getByRole('heading').allTextContents();
      assert.deepEqual(shown, gifts.map((gift) => gift.name));
    }
  });

  test('finds another gift for the same person within their part', async () => {
    const second = h.widget.getByRole('region', { name: people[1].name, exact: true });
    await button('Not this', second).click();
    const call = await asked();
    assert.equal(call.name, 'suggest_gifts');
    assert.equal(call.arguments.budget, people[1].budget);
    assert.equal(call.arguments.recipient, plan.recipients[1].recipient);
    for (const { gifts } of people) for (const { id } of gifts) assert.ok(call.arguments.exclude_ids.includes(id), `${id} may come twice`);
    await second.getByRole('heading', { name: people[1].gifts[0].name, exact: true }).waitFor({ state: 'detached' });
  });

  test('is made anew with another total', async () => {
    await button('Refine').click();
    await h.widget.getByRole('slider', { name: 'Budget for all gifts' }).fill('80');
    const call = await asked();
    assert.equal(call.name, 'plan_gifts');
    assert.equal(call.arguments.total_budget, 80);
    assert.deepEqual(call.arguments.recipients, plan.recipients);
  });

  test('says nothing wrong to the console', () => assert.deepEqual(h.errors, []));
});

describe("a shop's products", () => {
  let other;
  before(async () => {
    other = await serve({ db: imported(shop) });
    h = await host(browser.context, other.origin);
    await h.open({ args });
  });
  after(() => Promise.all([h.page.close(), other.stop()]));

  test('are opened at the shop, by the host', async () => {
    await h.widget.getByRole('link', { name: 'Go to shop' }).click();
    await h.until((seen) => seen.links.length === 1);
    await h.widget.getByRole('link', { name: 'Go to shop' }).press('Enter');
    await h.until((seen) => seen.links.length === 2);
    assert.deepEqual((await h.seen()).links, ['https://shop.example/1', 'https://shop.example/1']);
    assert.equal(browser.context.pages().filter((page) => page.url().includes('shop.example')).length, 0);
  });

  test('say that there are no others', async () => {
    await button('Show others').click();
    await h.widget.getByText('Nothing fits yet').first().waitFor();
  });
});
