// How the widget looks: at the widths of hosts, in light and dark, for those who cannot see or hold a mouse.
// The screenshots go to dist/screenshots.
import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { host, launch } from './browser.mjs';
import { serve } from './giftserver.mjs';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const folder = join(import.meta.dirname, '../../dist/screenshots');
const args = { occasion: 'birthday', budget: 60, recipient: 'friend who loves board games and tea' };
const plan = {
  occasion: 'Christmas', total_budget: 150,
  recipients: [{ recipient: 'my sister, who loves tea' }, { recipient: 'my brother, who cooks' }, { recipient: 'my dad, 70, a gardener' }],
};

// What can be seen of the widget: what is called, with what, and what is pressed then.
const views = {
  gifts: { tool: 'suggest_gifts', args },
  plan: { tool: 'plan_gifts', args: plan },
  failure: { tool: 'suggest_gifts', args: { ...args, budget: 0.5 } },
  waiting: { tool: 'suggest_gifts', args, deliver: 'nothing', capabilities: { serverTools: undefined } },
};

// The colour behind the widget, which is itself transparent.
const grounds = { light: '#ffffff', dark: '#212121' };

let browser;
let server;
let h;
before(async () => {
  await mkdir(folder, { recursive: true });
  [browser, server] = await Promise.all([launch(), serve()]);
  h = await host(browser.context, server.origin);
});
after(() => Promise.all([browser?.close(), server?.stop()]));

for (const theme of Object.keys(grounds)) {
  for (const width of [320, 480, 768, 1200]) {
    describe(`${width} px, ${theme}`, () => {
      for (const [name, view] of Object.entries(views)) {
        test(name, async () => {
          await h.page.setViewportSize({ width, height: 1000 });
          await h.page.evaluate((color) => { document.body.style.background = color; }, grounds[theme]);
          await h.open({ ...view, context: { theme } });
          await h.page.setViewportSize({ width, height: await settled() });
          await h.page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) });
          const size = await h.widget.locator('html').evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
          assert.equal(...size, 'it is wider than its frame');
          if (width === 480) assert.deepEqual(await faults(theme), []);
        });
      }
    });
  }
}

describe('sizes', () => {
  // A page whose height depends on its frame's makes the two grow each other for ever.
  test('are reported when they change, and then no more', async () => {
    await h.page.setViewportSize({ width: 480, height: 1000 });
    await h.open({ args });
    await settled();
    const { sizes } = await h.seen();
    assert.ok(sizes.length > 0 && sizes.length < 30, `${sizes.length} reports`);
    await new Promise((resolve) => { setTimeout(resolve, 1000); });
    const later = (await h.seen()).sizes;
    assert.ok(later.length - sizes.length <= 1, `still ${later.length - sizes.length} reports a second`);
    const height = await h.widget.locator('html').evaluate((html) => html.getBoundingClientRect().height);
    assert.ok(Math.abs(later.at(-1).height - height) <= 1, `${later.at(-1).height} reported, ${height} high`);
  });
});

// settled waits until the size has not changed for a while, and returns the height.
async function settled() {
  await h.widget.locator('main > *').first().waitFor();
  let sizes = [];
  for (let last = -1; last !== sizes.length || last === 0;) {
    last = sizes.length;
    await new Promise((resolve) => { setTimeout(resolve, 200); });
    ({ sizes } = await h.seen());
  }
  return sizes.at(-1).height;
}

// faults lists what axe finds that keeps people out. It looks at one frame, so that gets the colour behind it.
async function faults(theme) {
  const frame = await (await h.widget.locator('body').elementHandle()).ownerFrame();
  await frame.evaluate((color) => { document.documentElement.style.background = color; }, grounds[theme]);
  await frame.evaluate(axe);
  const { violations } = await frame.evaluate(() => window.axe.run());
  return violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 150)} ${failureSummary}`));
}
