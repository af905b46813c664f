/** @jest-environment node */
import { jest } from '@jest/globals';
import { onDialogRequest, onPageRequest, requestDialog, requestPage } from './commands.ts';
import { createSharedStore } from './registry.ts';

describe('store registry', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('separates stores by name', () => {
    const one = createSharedStore('one', () => ({ count: 1 }));
    const two = createSharedStore('two', () => ({ count: 2 }));
    one.setState({ count: 10 });
    expect(two.getState()).toEqual({ count: 2 });
  });

  it('returns the first store to a second copy of the package, and reports the duplicate', async () => {
    const error = jest.spyOn(console, 'error').mockReturnValue();
    const first = createSharedStore('session-of-two', () => ({ isLogin: true }));
    jest.resetModules();
    const secondCopy = await import('./registry.ts');
    expect(secondCopy.createSharedStore).not.toBe(createSharedStore);
    expect(secondCopy.createSharedStore('session-of-two', () => ({ isLogin: false }))).toBe(first);
    expect(first.getState()).toEqual({ isLogin: true });
    expect(error).toHaveBeenCalledWith('The store "session-of-two" was created twice: share @solvent/store as a singleton.');
  });
});

it('delivers page and dialog requests to their handlers until unsubscribed', () => {
  const [goTo, open] = [jest.fn(), jest.fn()];
  const stops = [onPageRequest(goTo), onDialogRequest(open)];
  const request = () => {
    requestPage('/post-problem');
    requestPage('/post-problem');
    requestDialog('solver-switch-dialog');
  };
  request();
  stops.forEach((stop) => stop());
  request();
  expect(goTo.mock.calls).toEqual([['/post-problem'], ['/post-problem']]);
  expect(open.mock.calls).toEqual([['solver-switch-dialog']]);
});
