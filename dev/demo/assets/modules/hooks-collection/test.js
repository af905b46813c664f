import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createHooks } from './src/index.js';
import { createTestReact } from './react-for-tests.js';

function setUp() {
  const { react, ...rest } = createTestReact();
  return { hooks: createHooks(react), ...rest };
}

test('useToggle turns on and off', () => {
  const { hooks, render } = setUp();
  render(() => hooks.useToggle())[1]();
  assert.equal(render(() => hooks.useToggle())[0], true);
});

test('usePrevious is one rendering behind', () => {
  const { hooks, render } = setUp();
  assert.deepEqual(
    [1, 2, 2].map((value) => render(() => hooks.usePrevious(value))),
    [undefined, 1, 2],
  );
});

test('useStored keeps a value, and takes nonsense for nothing', () => {
  const kept = new Map([['bad', '{']]);
  const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  const { hooks, render } = setUp();
  assert.equal(render(() => hooks.useStored('bad', 'first', storage))[0], 'first');
  render(() => hooks.useStored('bad', 'first', storage))[1]('next');
  render(() => hooks.useStored('bad', 'first', storage));
  assert.equal(kept.get('bad'), '"next"');
});

test('useDebounce waits until a value rests', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { hooks, render } = setUp();
  const type = (text) => render(() => hooks.useDebounce(text, 100));
  type('a');
  mock.timers.tick(60);
  type('ab');
  mock.timers.tick(60);
  assert.equal(type('ab'), 'a');
  mock.timers.tick(60);
  assert.equal(type('ab'), 'ab');
  mock.timers.reset();
});

test('useInterval calls the latest function, and ends with the component', () => {
  mock.timers.enable({ apis: ['setInterval'] });
  const { hooks, render, unmount } = setUp();
  const calls = [];
  render(() => hooks.useInterval(() => calls.push('old'), 10));
  render(() => hooks.useInterval(() => calls.push('new'), 10));
  mock.timers.tick(20);
  unmount();
  mock.timers.tick(20);
  assert.deepEqual(calls, ['new', 'new']);
  mock.timers.reset();
});

test('useTimeout calls once, and not at all when it is stopped', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { hooks, render } = setUp();
  let calls = 0;
  render(() => hooks.useTimeout(() => (calls += 1), 10));
  render(() => hooks.useTimeout(() => (calls += 1), null));
  mock.timers.tick(50);
  assert.equal(calls, 0);
  mock.timers.reset();
});

test('useMediaQuery and useOnline say what is', () => {
  const { hooks, render } = setUp();
  const quiet = { addEventListener() {}, removeEventListener() {} };
  const browser = {
    ...quiet,
    matchMedia: (query) => ({ ...quiet, matches: query === '(min-width: 1px)' }),
    navigator: { onLine: false },
  };
  assert.equal(
    render(() => hooks.useMediaQuery('(min-width: 1px)', browser)),
    true,
  );
  assert.equal(
    setUp().render(() => hooks.useOnline(browser)),
    false,
  );
});

test('useEventListener listens once, and no longer than it is shown', () => {
  const { hooks, render, unmount } = setUp();
  const target = new EventTarget();
  const heard = [];
  for (const name of ['first', 'second']) render(() => hooks.useEventListener(target, 'ping', () => heard.push(name)));
  target.dispatchEvent(new Event('ping'));
  unmount();
  target.dispatchEvent(new Event('ping'));
  assert.deepEqual(heard, ['second']);
});

test('useClipboard says that it copied, and that it could not', async () => {
  const { hooks, render } = setUp();
  const clipboard = { writeText: async (text) => (text === 'secret' ? Promise.reject(new Error('No')) : undefined) };
  const [, copy] = render(() => hooks.useClipboard(clipboard));
  assert.equal(await copy('secret'), false);
  assert.equal(await copy('text'), true);
  assert.equal(render(() => hooks.useClipboard(clipboard))[0], true);
});
