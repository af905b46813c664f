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

describe('commands', () => {
  it('a request for a page reaches its subscribers, until they unsubscribe', () => {
    const decide = jest.fn();
    const stop = onPageRequest(decide);
    requestPage('/post-problem');
    requestPage('/post-problem');
    expect(decide.mock.calls).toEqual([['/post-problem'], ['/post-problem']]);
    stop();
    requestPage('/post-problem');
    expect(decide).toHaveBeenCalledTimes(2);
  });

  it('a request for a dialog reaches its subscribers, until they unsubscribe', () => {
    const open = jest.fn();
    const goTo = jest.fn();
    const stops = [onDialogRequest(open), onPageRequest(goTo)];
    requestDialog('solver-switch-dialog');
    expect(open.mock.calls).toEqual([['solver-switch-dialog']]);
    stops.forEach((stop) => stop());
    requestDialog('solver-switch-dialog');
    expect(open).toHaveBeenCalledTimes(1);
    expect(goTo).not.toHaveBeenCalled();
  });
});
