// `giftserver preview` in a browser.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { complaints, launch } from './browser.mjs';
import { imported, serve } from './giftserver.mjs';

const rows = [
  { id: '1', title: 'Shop board game', price: '20 USD', link: 'https://shop.example/1', availability: 'in_stock', description: 'A board game for friends.', product_type: 'Toys & Games > Board Games' },
  { id: '2', title: 'Shop tea', price: '12 USD', link: 'https://shop.example/2', availability: 'in_stock', description: 'Tea for friends.', product_type: 'Food, Beverages & Tobacco > Beverages > Tea & Infusions' },
];

const hostile = '<img src=x onerror=window.hurt=1>';

let browser;
let server;
let page;
let errors;
let widget;
before(async () => {
  [browser, server] = await Promise.all([launch({ viewport: { width: 1500, height: 1000 } }), serve({ command: 'preview', db: imported(rows) })]);
  page = await browser.context.newPage();
  errors = complaints(page);
  widget = page.frameLocator('#stage iframe');
  await page.goto(server.origin);
});
after(() => Promise.all([browser?.close(), server?.stop()]));

const gift = () => widget.getByRole('heading', { level: 2, name: 'board game' });

test('shows the widget on live data', async () => {
  await gift().waitFor();
  assert.ok((await gift().textContent()).includes('Shop'));
});

test('lists the messages of both sides in their order', async () => {
  const titles = (await page.locator('#messages summary').allTextContents()).reverse().map((title) => title.slice(13).replace(/ #.*/, ''));
  const want = [
    'host → server server/discover', 'server → host answer to server/discover',
    'host → server tools/list', 'server → host answer to tools/list',
    'host → server resources/read', 'server → host answer to resources/read',
    'widget → host ui/initialize', 'host → widget answer to ui/initialize',
    'widget → host ui/notifications/initialized',
    'host → widget ui/notifications/tool-input',
    'host → server tools/call', 'server → host answer to tools/call',
    'host → widget ui/notifications/tool-result',
  ];
  assert.deepEqual(titles.filter((title) => want.includes(title)), want);
});

test('keeps the widget away from the page', async () => {
  const frame = await (await widget.locator('body').elementHandle()).ownerFrame();
  assert.equal(await frame.evaluate(() => window.origin), 'null');
  assert.equal(await frame.evaluate(() => fetch('/healthz').then(() => 'fetched', () => 'refused')), 'refused');
  errors.length = 0; // The browser reports what it refused just now.
});

test('switches theme, width, locale and revision', async () => {
  await page.getByLabel('Theme').selectOption('dark');
  await widget.locator('html[data-theme=dark]').waitFor();
  await page.getByLabel('Width').selectOption('320');
  assert.equal((await page.locator('#stage iframe').boundingBox()).width, 320);
  await page.getByLabel('Locale').fill('de-DE');
  await page.getByLabel('Locale').blur();
  await widget.locator('html[lang=de-DE]').waitFor();
  await page.getByLabel('Revision').selectOption('2025-11-25');
  await page.locator('#messages summary', { hasText: 'answer to initialize' }).waitFor();
  await gift().waitFor();
});

test('calls the tool with the arguments of the form', async () => {
  await page.getByLabel('budget *', { exact: true }).fill('15');
  await page.getByLabel('recipient', { exact: true }).fill(`friend who loves tea and board games ${hostile}`);
  await page.getByRole('button', { name: 'Call the tool' }).click();
  await widget.getByRole('heading', { level: 2, name: 'Shop tea' }).waitFor();
  assert.equal(await gift().count(), 0);
});

test('shows messages as text', async () => {
  await page.locator('#messages pre', { hasText: hostile }).first().waitFor({ state: 'attached' }); // What was typed.
  assert.equal(await page.locator('#messages img').count(), 0);
  assert.equal(await page.evaluate(() => window.hurt), undefined);
});

test('lists what the widget asks of its host', async () => {
  await widget.getByRole('link', { name: 'Zum Shop' }).click();
  await page.locator('#asked a[href="https://shop.example/2"]').waitFor();
});

test('says nothing wrong to the console', () => assert.deepEqual(errors, []));
