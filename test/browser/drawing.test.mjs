// What the widget draws of what hosts hand on.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { host, launch } from './browser.mjs';
import { serve } from './giftserver.mjs';

const args = { occasion: 'birthday', budget: 60, recipient: 'friend who loves board games' };
const eras = { legacy: '2025-11-25', auto: '2026-07-28' };

// What "More like this" is, and which way one reads. A language that the widget has no words in gets English.
const locales = [
  ['it-IT', 'Altri simili', 'ltr'], ['pt-BR', 'Mais como este', 'ltr'], ['vi', 'Thêm món tương tự', 'ltr'], ['es-MX', 'Más como este', 'ltr'],
  ['fr-CA', 'D’autres du même genre', 'ltr'], ['de-AT', 'Mehr davon', 'ltr'], ['he-IL', 'More like this', 'rtl'], ['ar', 'More like this', 'rtl'],
  ['en-GB', 'More like this', 'ltr'],
];

let browser;
let server;
before(async () => { [browser, server] = await Promise.all([launch(), serve()]); });
after(() => Promise.all([browser?.close(), server?.stop()]));

for (const [era, revision] of Object.entries(eras)) {
  describe(`revision ${revision}`, () => {
    let h;
    before(async () => { h = await host(browser.context, server.origin, { era }); });
    after(() => h.page.close());

    test('is the one that was negotiated', () => assert.equal(h.revision, revision));

    // Some hosts strip the structured content or the metadata of a result, some deliver none at all.
    for (const deliver of ['whole', 'structured', 'content', 'bare', 'nothing']) {
      test(`draws what arrives as ${deliver}`, async () => {
        const { structuredContent } = await h.tell('call', 'suggest_gifts', args);
        h.calls.length = 0;
        const { app } = await h.open({ args, deliver });
        for (const gift of structuredContent.gifts) await h.widget.getByRole('heading', { name: gift.name, exact: true }).waitFor();
        assert.ok(app?.name, 'the widget did not say who it is');
        assert.equal((await h.seen()).asked[0], 'ui/initialize');
        const own = h.calls.slice(deliver === 'nothing' ? 0 : 1);
        assert.deepEqual(own.map((c) => c.arguments), deliver === 'nothing' ? [{ ...args, language: 'en-US' }] : []);
      });
    }

    test('says nothing wrong to the console', () => assert.deepEqual(h.errors, []));
  });
}

describe('a widget that has drawn', () => {
  let h;
  let gifts;
  before(async () => {
    h = await host(browser.context, server.origin);
    ({ structuredContent: { gifts } } = await h.tell('call', 'suggest_gifts', args));
  });
  after(() => h.page.close());

  // Hosts deliver a result again when a chat is opened again, sometimes with nothing in it.
  for (const [name, empty] of Object.entries({ 'no content': { content: [] }, 'an empty text': { content: [{ type: 'text', text: '' }] } })) {
    test(`is not wiped by ${name}`, async () => {
      await h.open({ args });
      await h.widget.getByRole('heading', { name: gifts[0].name, exact: true }).waitFor();
      await h.tell('deliver', empty);
      await h.tell('ping');
      assert.ok(await h.widget.getByRole('heading', { name: gifts[0].name, exact: true }).isVisible());
    });
  }

  test('shows a failure in the words of the server', async () => {
    await h.open({ args: { ...args, budget: 0.5 } });
    await h.widget.getByText('0.50').first().waitFor();
    assert.equal(await h.widget.getByRole('button', { name: 'Not this' }).count(), 0);
  });

  test('shows that the search was stopped', async () => {
    await h.open({ args, deliver: 'nothing', capabilities: { serverTools: undefined } });
    await h.tell('cancel', { reason: 'the person' });
    await h.widget.getByText('The search was stopped').waitFor();
  });

  test('answers a ping and a goodbye', async () => {
    await h.open({ args });
    assert.deepEqual(await h.tell('ping'), {});
    assert.deepEqual(await h.tell('teardown'), {});
  });

  test('draws a plan for several people', async () => {
    const plan = { occasion: 'Christmas', total_budget: 150, recipients: [{ recipient: 'my sister, who loves tea' }, { recipient: 'my brother, who cooks' }] };
    const { structuredContent: { people } } = await h.tell('call', 'plan_gifts', plan);
    await h.open({ tool: 'plan_gifts', args: plan });
    for (const { gifts: [first] } of people) await h.widget.getByRole('heading', { name: first.name, exact: true }).first().waitFor();
  });

  test('follows the theme and the locale of the host', async () => {
    await h.open({ args });
    await h.widget.getByRole('button', { name: 'More like this' }).first().waitFor();
    const ink = () => h.widget.locator('main').evaluate((main) => getComputedStyle(main).color);
    const light = await ink();
    await h.tell('change', { theme: 'dark' });
    await h.widget.locator('html[data-theme=dark]').waitFor();
    assert.notEqual(await ink(), light);
    // A root whose scheme is not that of the frame around it gets an opaque ground.
    assert.equal(await h.widget.locator('html').evaluate((root) => getComputedStyle(root).colorScheme), 'normal');
    for (const [locale, more, direction] of locales) {
      await h.tell('change', { locale });
      await h.widget.locator(`html[dir=${direction}]`).waitFor();
      await h.widget.getByRole('button', { name: more }).first().waitFor();
    }
  });

  test('says nothing wrong to the console', () => assert.deepEqual(h.errors, []));
});
