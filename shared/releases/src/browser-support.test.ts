/** @jest-environment jsdom */
import { readFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import { FAILURE_ELEMENT_ID } from '@solvent/federation/manifest';
import { SUPPORT_MESSAGE_SCRIPT, SUPPORT_PROBE_SCRIPT } from './browser-support.ts';
import { FAILURE, FAILURE_MESSAGE_BELOW_PAGE } from './load-failure.ts';

const readText = (path: string) => readFileSync(`${import.meta.dirname}/../../../${path}`, 'utf8');

interface Browser {
  probe?: string;
  /** Part of a query that `CSS.supports` denies. */
  missing?: string;
}

const stop = jest.fn();

afterEach(() => {
  stop.mockClear();
  Reflect.deleteProperty(window, 'isSupportedBrowser');
});

function runScript(text: string): void {
  document.body.append(Object.assign(document.createElement('script'), { text }));
}

/** Runs the scripts of a page in a browser with the given features. @returns the text of its message */
function openPage(html: string, { probe = SUPPORT_PROBE_SCRIPT, missing }: Browser) {
  const supports = (...query: string[]) => missing === undefined || !query.join(':').includes(missing);
  Object.assign(window, { stop, CSS: { supports } });
  document.body.innerHTML = html;
  runScript(probe);
  runScript(SUPPORT_MESSAGE_SCRIPT);
  return document.getElementById(FAILURE_ELEMENT_ID);
}

describe('supported browsers (product 10.18)', () => {
  it('shows no message and continues in a supported browser', () => {
    const message = openPage(FAILURE, {});
    expect(message?.className).toBe('waiting');
    expect(message?.textContent).toContain('Solvent could not be loaded');
    expect(stop).not.toHaveBeenCalled();
  });

  it.each<[what: string, browser: Browser]>([
    ['does not run class static blocks, like Safari 16.3', { probe: '' }],
    ['has no color-mix, like Chrome 110', { missing: 'color-mix' }],
    ['has no :has(), like Firefox 120', { missing: ':has(' }],
  ])('shows a sentence and stops the page if the browser %s', (_what, browser) => {
    for (const html of [FAILURE, FAILURE_MESSAGE_BELOW_PAGE]) {
      const message = openPage(html, browser);
      expect(message?.classList.contains('waiting')).toBe(false);
      expect(message?.textContent).toMatch(/^Your browser is too old for Solvent/);
    }
    expect(stop).toHaveBeenCalledTimes(2);
  });

  it('names the versions of browserslist in the message and in the README', () => {
    const { browserslist } = JSON.parse(readText('shared/federation/package.json')) as { browserslist: string[] };
    const versions = browserslist.map((entry) => entry.split(' >= '));
    expect(versions.map(([name]) => name)).toEqual(['chrome', 'edge', 'firefox', 'safari']);
    const text = openPage(FAILURE, { missing: 'color-mix' })?.textContent;
    for (const [name = '', version = ''] of versions) {
      expect(text).toMatch(new RegExp(`${name} ${version}\\b`, 'i'));
      expect(readText('README.md')).toMatch(new RegExp(`^\\|.*${name}.*\\| ${version} \\|$`, 'im'));
    }
  });
});
