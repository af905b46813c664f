import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from '@playwright/test';
import { SIGNED_IN_COOKIE } from '@solvent/contracts';
import { FAILURE_ELEMENT_ID } from '@solvent/federation/manifest';
import type { Person } from '../src/people.ts';
import type { UploadFile } from '../src/pictures.ts';
import type { Driver, DriverElement, Key } from './driver.ts';

type Text = string | RegExp;

interface Query {
  by: 'Role' | 'LabelText' | 'Text';
  value: Text;
  name?: Text;
}

/** Elements that match when they are used. Actions and `waitFor…` repeat until they succeed, like those of Playwright. */
export interface Locator {
  getByRole: (role: string, name?: Text) => Locator;
  getByLabel: (label: Text) => Locator;
  getByText: (text: Text) => Locator;
  click: () => Promise<void>;
  /** Replaces the value, like pasted text. */
  fill: (text: string) => Promise<void>;
  choose: (label: string) => Promise<void>;
  setFiles: (...files: UploadFile[]) => Promise<void>;
  waitForOne: () => Promise<void>;
  waitForNone: () => Promise<void>;
  waitForFocus: () => Promise<void>;
}

export interface Tab extends Pick<Locator, 'getByRole' | 'getByLabel' | 'getByText'>, Pick<Driver, 'resize' | 'screenshot'> {
  /** Waits until the page is ready, like `ready` of src/ready.ts. */
  open: (path: string) => Promise<void>;
  /** Waits only until the page has loaded, for pages without scripts. */
  load: (path: string) => Promise<void>;
  ready: () => Promise<void>;
  signIn: (person: Person) => Promise<void>;
  press: (key: Key) => Promise<void>;
  /** Runs the body of a function in the page. */
  run: <Result>(body: string, ...args: unknown[]) => Promise<Result>;
  waitForPath: (path: RegExp) => Promise<void>;
}

/** Finds elements by role, label and text in the page itself, which is the same in all engines. */
const LIBRARY = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

const FIND = `
  const [queries] = arguments;
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden=true], [inert]');
  const read = (text) => (text && text.source !== undefined ? new RegExp(text.source, text.flags) : text);
  let found = [document.body];
  for (const { by, value, name } of queries) {
    // Testing Library's own check of visibility takes seconds on large pages.
    const options = { hidden: true, ...(name !== undefined && { name: read(name) }) };
    found = [...new Set(found.flatMap((scope) => TestingLibraryDom['queryAllBy' + by](scope, read(value), options)))];
    if (by !== 'LabelText') found = found.filter(isShown);
  }`;

const FIND_ONE = `${FIND}
  if (found.length !== 1) throw new Error(found.length + ' elements match');
  const [element] = found;`;

/** Neither at the edge of the window nor below the top bar. */
const SCROLL = "element.scrollIntoView({ block: 'center', behavior: 'instant' });";

const FILL = `${FIND_ONE}
  element.focus();
  element.select();
  document.execCommand('insertText', false, arguments[1]);
  if (element.value !== arguments[1]) throw new Error('The value is ' + element.value);`;

const CHOOSE = `${FIND_ONE}
  element.value = [...element.options].find(({ label }) => label === arguments[1]).value;
  element.dispatchEvent(new Event('change', { bubbles: true }));`;

const IS_READY = `
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
  return document.readyState !== 'loading' && document.getElementById(arguments[0]) === null &&
    [...document.querySelectorAll('h1')].some(isShown) &&
    ![...document.querySelectorAll('[role=status][aria-label^=Loading]')].some(isShown)`;

const SIGN_IN = `
  localStorage.setItem('user', arguments[0]);
  document.cookie = arguments[1] + '=1; path=/';`;

/** Only failures take this long. */
const RETRY = { intervals: [100], timeout: 45_000 };

const serialize = (text: Text | undefined) => (text instanceof RegExp ? { source: text.source, flags: text.flags } : text);

function createLocator(driver: Driver, queries: readonly Query[]): Locator {
  const data = queries.map(({ by, value, name }) => ({ by, value: serialize(value), name: serialize(name) }));

  async function loadLibrary(): Promise<void> {
    if (!(await driver.run("return 'TestingLibraryDom' in window"))) await driver.run(LIBRARY);
  }
  async function run(body: string, ...args: unknown[]): Promise<unknown> {
    await loadLibrary();
    return driver.run(body, data, ...args);
  }
  async function find(body = ''): Promise<DriverElement> {
    await loadLibrary();
    return driver.find(`${FIND_ONE}${body}\n return element`, data);
  }
  const describe = queries.map(({ by, value, name }) => [by, value, name].filter(Boolean).join(' ')).join(' > ');
  /** Repeats an action, because the element may be rendered again meanwhile. */
  const attempt = (action: () => Promise<unknown>) =>
    expect(async () => {
      await action();
    }, describe).toPass(RETRY);
  const waitFor = (body: string, expected: unknown) =>
    expect.poll(() => run(body).catch(String), { ...RETRY, message: describe }).toEqual(expected);
  const add = (query: Query) => createLocator(driver, [...queries, query]);

  return {
    getByRole: (role, name) => add({ by: 'Role', value: role, ...(name !== undefined && { name }) }),
    getByLabel: (value) => add({ by: 'LabelText', value }),
    getByText: (value) => add({ by: 'Text', value }),
    click: () => attempt(async () => (await find(SCROLL)).click()),
    fill: (text) => attempt(() => run(FILL, text)),
    choose: (label) => attempt(() => run(CHOOSE, label)),
    async setFiles(...files) {
      const paths = files.map(({ name }) => test.info().outputPath(name));
      await Promise.all(files.map(({ buffer }, index) => writeFile(paths[index] ?? '', buffer)));
      await attempt(async () => (await find()).choose(paths));
    },
    waitForOne: () => waitFor(`${FIND} return found.length`, 1),
    waitForNone: () => waitFor(`${FIND} return found.length`, 0),
    waitForFocus: () => waitFor(`${FIND_ONE} return element.matches(':focus')`, true),
  };
}

/** @param origin of the product */
export function createTab(driver: Driver, origin: string): Tab {
  const all = createLocator(driver, []);
  const load = (path: string) => driver.navigate(new URL(path, origin).href);
  const run = async <Result>(body: string, ...args: unknown[]) => (await driver.run(body, ...args)) as Result; // the caller knows the body
  // A navigation replaces the document of a script that runs.
  const ready = () => expect.poll(() => run(IS_READY, FAILURE_ELEMENT_ID).catch(String), RETRY).toBe(true);
  return {
    getByRole: all.getByRole,
    getByLabel: all.getByLabel,
    getByText: all.getByText,
    resize: driver.resize,
    screenshot: driver.screenshot,
    press: driver.press,
    load,
    run,
    ready,
    async open(path) {
      await load(path);
      await ready();
    },
    async signIn({ password: _password, ...user }) {
      // A document of the product without scripts.
      await load('/robots.txt');
      await run(SIGN_IN, JSON.stringify(user), SIGNED_IN_COOKIE);
    },
    waitForPath: (path) =>
      expect.poll(() => run('return location.pathname + location.search').catch(String), RETRY).toMatch(path),
  };
}
