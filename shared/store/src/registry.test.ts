/** @jest-environment node */
import { jest } from '@jest/globals';
import { onDialogRequest, onPageRequest, requestDialog, requestPage } from './commands.ts';
import { createSharedStore } from './registry.ts';

describe('the registry of stores', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('keeps stores of different names apart', () => {
    const one = createSharedStore('one', () => ({ count: 1 }));
    const two = createSharedStore('two', () => ({ count: 2 }));
    one.setState({ count: 10 });
    expect(two.getState()).toEqual({ count: 2 });
  });

  it('answers the first store to a second copy of the package, and says whose fault it is', async () => {
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

it('requests for a page or a dialog reach their own subscribers, until they unsubscribe', () => {
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
