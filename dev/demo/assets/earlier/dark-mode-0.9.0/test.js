import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';
import { createTheme, headScript } from './src/index.js';

/** As much of a browser as a theme needs; tabs share what is stored. */
function open({ dark = false, stored = new Map(), forbidden = false } = {}) {
  const on = {};
  const media = { matches: dark, addEventListener: (_, fn) => (on.system = fn), removeEventListener: () => {} };
  const localStorage = {
    getItem(key) {
      if (forbidden) throw new Error('Forbidden');
      return stored.get(key) ?? null;
    },
    setItem(key, value) {
      if (forbidden) throw new Error('Forbidden');
      stored.set(key, value);
    },
  };
  const document = { documentElement: { dataset: {}, style: {} } };
  const matchMedia = () => media;
  const addEventListener = (_, fn) => (on.storage = fn);
  return { document, localStorage, matchMedia, addEventListener, removeEventListener: () => {}, on, media };
}
const themeIn = (browser) => browser.document.documentElement.dataset.theme;

test('it follows the system until somebody chooses', () => {
  const browser = open({ dark: true });
  const theme = createTheme({ browser });
  assert.equal(themeIn(browser), 'dark');
  browser.media.matches = false;
  browser.on.system();
  assert.equal(themeIn(browser), 'light');
  theme.choose('dark');
  browser.on.system();
  assert.equal(themeIn(browser), 'dark');
  assert.throws(() => theme.choose('pink'), RangeError);
});

test('the choice is there after a reload, and in other tabs at once', () => {
  const stored = new Map();
  const first = open({ stored });
  const other = open({ stored });
  createTheme({ browser: other });
  createTheme({ browser: first }).toggle();
  other.on.storage({ key: 'theme', newValue: 'dark' });
  assert.equal(themeIn(other), 'dark');
  assert.equal(createTheme({ browser: open({ stored }) }).shown(), 'dark');
});

test('where storage is forbidden, it lasts for the page', () => {
  const browser = open({ forbidden: true });
  createTheme({ browser }).choose('dark');
  assert.equal(themeIn(browser), 'dark');
});

for (const [choice, dark, shown] of [
  ['dark', false, 'dark'],
  ['light', true, 'light'],
  ['system', true, 'dark'],
  [undefined, false, 'light'],
]) {
  test(`before the page is drawn: ${choice} on a ${dark ? 'dark' : 'light'} system is ${shown}`, () => {
    const browser = open({ dark, stored: new Map([['theme', choice]]) });
    vm.runInNewContext(headScript(), browser);
    assert.equal(themeIn(browser), shown);
  });
}

test('all of it is less than two kilobytes', () => {
  const files = ['head-script', 'theme'].map((name) => readFileSync(new URL(`src/${name}.js`, import.meta.url)));
  assert.ok(gzipSync(Buffer.concat(files)).length < 2048);
});
