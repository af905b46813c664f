/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { FAILURE, FAILURE_STYLE, SECOND_TRY_SCRIPT } from './load-failure.ts';

const MAIN = 'http://localhost/shell/files/main.0a1b2c3d4e.js';
const NOW = 1_800_000_000_000;

/** The scripts of files that the page has now. */
const asked = () => [...document.querySelectorAll<HTMLScriptElement>('script[src]')];

/** The only script of a file that the page has now. */
function first(): HTMLScriptElement {
  const [script, ...others] = asked();
  if (!script || others.length > 0) throw new Error(`The page has ${asked().length} scripts of files.`);
  return script;
}

const end = (script: HTMLScriptElement, how: 'load' | 'error') => script.dispatchEvent(new Event(how));

const sentenceShows = () => {
  const alert = document.querySelector('[role=alert]');
  if (!alert) throw new Error('The page has no sentence.');
  return getComputedStyle(alert).visibility === 'visible';
};

/** The page as the browser has it when it has read its last line. */
function readPage(main = MAIN): void {
  document.head.innerHTML = `<style>${FAILURE_STYLE}</style>`;
  document.body.innerHTML = `<div id="root">${FAILURE}</div><script defer crossorigin src="${main}"></script>`;
  // jsdom does not know the attribute.
  first().integrity = 'sha256-x';
  document.body.append(Object.assign(document.createElement('script'), { text: SECOND_TRY_SCRIPT }));
}

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  readPage();
});
afterEach(() => jest.useRealTimers());

it('says nothing while the first script is awaited, and asks for nothing else when it has come', () => {
  jest.advanceTimersByTime(7999);
  expect(sentenceShows()).toBe(false);
  end(first(), 'load');
  jest.advanceTimersByTime(60_000);
  expect(first().src).toBe(MAIN);
  expect(sentenceShows()).toBe(false);
});

describe.each([
  ['fails', () => end(first(), 'error')],
  ['hangs', () => jest.advanceTimersByTime(8000)],
])('when the first script %s', (_how, goWrong) => {
  it('asks for it once more, at an address of its own, with the same hash and in the same mode', () => {
    const before = first();
    goWrong();
    const { src, integrity, crossOrigin } = first();
    expect(src).toBe(`${MAIN}?r=1&t=${Date.now()}`);
    expect({ integrity, crossOrigin }).toEqual({ integrity: before.integrity, crossOrigin: before.crossOrigin });
    expect(before.isConnected).toBe(false);
    expect(sentenceShows()).toBe(false);
  });

  it('and then comes, nothing is said, and what comes of its first try later changes nothing', () => {
    const before = first();
    goWrong();
    const again = first();
    end(before, 'error');
    expect(first()).toBe(again);
    end(again, 'load');
    jest.advanceTimersByTime(60_000);
    expect(sentenceShows()).toBe(false);
  });

  it.each([
    ['fails', () => end(first(), 'error')],
    ['hangs', () => jest.advanceTimersByTime(8000)],
  ])('and then %s, the page says so and offers to load it again', (_then, goWrongAgain) => {
    goWrong();
    goWrongAgain();
    expect(sentenceShows()).toBe(true);
    expect(document.querySelector('[role=alert]')?.textContent).toContain('Solvent could not be loaded');
    const link = document.querySelector<HTMLAnchorElement>('main a');
    expect(link).toMatchObject({ textContent: 'Try again', href: location.href });
    expect(asked()).toHaveLength(1);
  });
});

it.each(['https://files.example', 'https://bucket.example/solvent'])(
  'asks for a first script of %s once more on its own origin, where nobody has asked for it yet',
  (place) => {
    readPage(`${place}/shell/files/main.0a1b2c3d4e.js`);
    const before = first();
    end(before, 'error');
    const { src, integrity, crossOrigin } = first();
    expect({ src, integrity, crossOrigin }).toEqual({ src: MAIN, integrity: 'sha256-x', crossOrigin: before.crossOrigin });
  },
);
