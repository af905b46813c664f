/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { FAILURE, FAILURE_STYLE, SECOND_TRY_SCRIPT } from './load-failure.ts';

const MAIN = 'http://localhost/shell/files/main.0a1b2c3d4e.js';
const NOW = 1_800_000_000_000;

const getScripts = () => [...document.querySelectorAll<HTMLScriptElement>('script[src]')];

function getOnlyScript(): HTMLScriptElement {
  const [script, ...others] = getScripts();
  if (!script || others.length > 0) throw new Error(`The page has ${getScripts().length} scripts of files.`);
  return script;
}

const end = (script: HTMLScriptElement, how: 'load' | 'error') => script.dispatchEvent(new Event(how));

const isMessageVisible = () => {
  const alert = document.querySelector('[role=alert]');
  if (!alert) throw new Error('The page has no sentence.');
  return getComputedStyle(alert).visibility === 'visible';
};

/** Simulates the parsed page. */
function readPage(main = MAIN): void {
  document.head.innerHTML = `<style>${FAILURE_STYLE}</style>`;
  document.body.innerHTML = `<div id="root">${FAILURE}</div><script defer crossorigin src="${main}"></script>`;
  // jsdom does not implement the attribute.
  getOnlyScript().integrity = 'sha256-x';
  document.body.append(Object.assign(document.createElement('script'), { text: SECOND_TRY_SCRIPT }));
}

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  readPage();
});
afterEach(() => jest.useRealTimers());

it('shows nothing while the first script is pending, and retries nothing once it loads', () => {
  jest.advanceTimersByTime(7999);
  expect(isMessageVisible()).toBe(false);
  end(getOnlyScript(), 'load');
  jest.advanceTimersByTime(60_000);
  expect(getOnlyScript().src).toBe(MAIN);
  expect(isMessageVisible()).toBe(false);
});

describe.each([
  ['fails', () => end(getOnlyScript(), 'error')],
  ['hangs', () => jest.advanceTimersByTime(8000)],
])('when the first script %s', (_how, goWrong) => {
  it('retries once with another URL, and the same hash and mode', () => {
    const before = getOnlyScript();
    goWrong();
    const { src, integrity, crossOrigin } = getOnlyScript();
    expect(src).toBe(`${MAIN}?r=1&t=${Date.now()}`);
    expect({ integrity, crossOrigin }).toEqual({ integrity: before.integrity, crossOrigin: before.crossOrigin });
    expect(before.isConnected).toBe(false);
    expect(isMessageVisible()).toBe(false);
  });

  it('ignores late events of the first attempt after the retry loads', () => {
    const before = getOnlyScript();
    goWrong();
    const again = getOnlyScript();
    end(before, 'error');
    expect(getOnlyScript()).toBe(again);
    end(again, 'load');
    jest.advanceTimersByTime(60_000);
    expect(isMessageVisible()).toBe(false);
  });

  it.each([
    ['fails', () => end(getOnlyScript(), 'error')],
    ['hangs', () => jest.advanceTimersByTime(8000)],
  ])('shows the message if the retry %s', (_then, goWrongAgain) => {
    goWrong();
    goWrongAgain();
    expect(isMessageVisible()).toBe(true);
    expect(document.querySelector('[role=alert]')?.textContent).toContain('Solvent could not be loaded');
    const link = document.querySelector<HTMLAnchorElement>('main a');
    expect(link).toMatchObject({ textContent: 'Try again', href: location.href });
    expect(getScripts()).toHaveLength(1);
  });
});

it.each(['https://files.example', 'https://bucket.example/solvent'])(
  "retries a script of %s on the page's own origin",
  (place) => {
    readPage(`${place}/shell/files/main.0a1b2c3d4e.js`);
    const before = getOnlyScript();
    end(before, 'error');
    const { src, integrity, crossOrigin } = getOnlyScript();
    expect({ src, integrity, crossOrigin }).toEqual({ src: MAIN, integrity: 'sha256-x', crossOrigin: before.crossOrigin });
  },
);
