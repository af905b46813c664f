import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { onKeyChange, readKey, writeKey } from './browser-storage.ts';
import { savePendingAction, consumePendingAction } from './pending-actions.ts';
import { openTabChannel } from './tab-channel.ts';

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});
const mockStorageError = (method: 'getItem' | 'setItem') =>
  jest.spyOn(Storage.prototype, method).mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });

describe('local storage keys', () => {
  it('store plain text, and remove it with null', () => {
    writeKey('theme', 'dark');
    expect(window.localStorage.getItem('theme')).toBe('dark');
    expect(readKey('theme')).toBe('dark');
    writeKey('theme', null);
    expect(window.localStorage.length).toBe(0);
    expect(readKey('theme')).toBeNull();
  });

  it('read as null, and warn on writing, if the browser blocks storage', () => {
    mockStorageError('getItem');
    expect(readKey('theme')).toBeNull();
    mockStorageError('setItem');
    const warn = jest.spyOn(console, 'warn').mockReturnValue();
    writeKey('theme', 'dark');
    expect(warn).toHaveBeenCalledWith('Could not store "theme" in this browser.');
  });
});

describe('changes in another tab', () => {
  const listener = jest.fn();
  const change = (key: string | null, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  beforeEach(() => listener.mockReset());

  it('call the listener for its key and for clear(), until unsubscribed', () => {
    const stop = onKeyChange('theme', listener);
    change('theme', 'dark');
    change('user', '{}');
    change('theme', null);
    change(null, null);
    expect(listener.mock.calls.map(([value]) => value)).toEqual(['dark', null, null]);
    stop();
    change('theme', 'light');
    expect(listener).toHaveBeenCalledTimes(3);
  });
});

const KEY = 'solvent.wish.save-module';

describe('pending action during sign-in', () => {
  it('is returned once, for its kind only', () => {
    savePendingAction('save-module', 'm1');
    expect(consumePendingAction('save-problem')).toBeUndefined();
    expect(consumePendingAction('save-module')).toBe('m1');
    expect(consumePendingAction('save-module')).toBeUndefined();
  });

  it.each([
    ['almost ten minutes', 10 * 60_000 - 1, 'm1'],
    ['ten minutes', 10 * 60_000, undefined],
    ['a clock that went back', -1, undefined],
  ])('after %s', (_after, passed, id) => {
    const stored = Date.now();
    const now = jest.spyOn(Date, 'now').mockReturnValue(stored);
    savePendingAction('save-module', 'm1');
    now.mockReturnValue(stored + passed);
    expect(consumePendingAction('save-module')).toBe(id);
  });

  it.each(['not json', '"m1"', '{"id":"m1"}', `{"id":7,"time":${Date.now()}}`])('ignores the stored value %s', (stored) => {
    sessionStorage.setItem(KEY, stored);
    expect(consumePendingAction('save-module')).toBeUndefined();
  });

  it('is lost with a warning if storage is blocked', () => {
    mockStorageError('setItem');
    const warn = jest.spyOn(console, 'warn').mockReturnValue();
    savePendingAction('save-module', 'm1');
    expect(warn).toHaveBeenCalled();
    expect(consumePendingAction('save-module')).toBeUndefined();
  });
});

it('posts to other tabs only, and nothing after close', async () => {
  const here: string[] = [];
  const there: string[] = [];
  const one = openTabChannel<string>('solvent.test', (message) => here.push(message));
  const other = openTabChannel<string>('solvent.test', (message) => there.push(message));
  one.post('first');
  await waitFor(() => expect(there).toEqual(['first']));
  one.close();
  one.post('after the end');
  const third = openTabChannel<string>('solvent.test');
  third.post('second');
  await waitFor(() => expect(there).toEqual(['first', 'second']));
  expect(here).toEqual([]);
  other.close();
  third.close();
});

it('does nothing without BroadcastChannel', () => {
  const { BroadcastChannel } = globalThis;
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  const channel = openTabChannel('solvent.test');
  expect(() => {
    channel.post('alone');
    channel.close();
  }).not.toThrow();
  globalThis.BroadcastChannel = BroadcastChannel;
});
