// Pictures of a shop's products come from the hosts that the resource declares, and from no other.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { host, launch } from './browser.mjs';
import { imported, serve } from './giftserver.mjs';

const picture = 'https://pictures.example/game.png';
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');
const rows = [
  { id: '1', title: 'Shop board game', price: '20 USD', link: 'https://shop.example/1', image_link: picture, availability: 'in_stock', description: 'A board game for friends.', product_type: 'Toys & Games > Board Games' },
];
const args = { occasion: 'birthday', budget: 60, recipient: 'friend who loves board games' };

let browser;
let server;
let h;
let hits = 0;
let broken = false;
before(async () => {
  [browser, server] = await Promise.all([launch(), serve({ db: imported(rows) })]);
  await browser.context.route(/^https:/, (route) => {
    hits++;
    return broken ? route.abort() : route.fulfill({ contentType: 'image/png', body: png });
  });
  h = await host(browser.context, server.origin);
});
after(() => Promise.all([browser?.close(), server?.stop()]));
beforeEach(() => { hits = 0; });

test('the resource declares the hosts of the pictures', async () => {
  const { meta } = await h.open({ args });
  assert.deepEqual(meta.ui.csp.resourceDomains, ['https://pictures.example']);
  assert.deepEqual(meta.ui.csp.connectDomains, []);
  const image = h.widget.locator(`img[src="${picture}"]`);
  await image.waitFor();
  assert.ok(await image.evaluate((img) => img.decode().then(() => img.naturalWidth === 1)));
  assert.equal(hits, 1);
  assert.deepEqual(h.errors, []);
});

test('without them no picture is asked for, and an illustration stands in', async () => {
  await h.open({ args, csp: {} });
  await illustrated();
  assert.equal(hits, 0);
  const refused = h.errors.splice(0);
  assert.ok(refused.length > 0 && refused.every((error) => error.includes('Content Security Policy')), refused.join('\n'));
});

test('an illustration stands in for a picture that is broken', async () => {
  broken = true;
  await h.open({ args });
  await illustrated();
  assert.equal(hits, 1);
  assert.ok(h.errors.splice(0).every((error) => error.includes('net::ERR_FAILED')));
});

async function illustrated() {
  await h.widget.getByRole('heading', { name: 'Shop board game' }).waitFor();
  await h.widget.locator('img').waitFor({ state: 'detached' });
  await h.widget.locator('.art .icon').first().waitFor();
}
