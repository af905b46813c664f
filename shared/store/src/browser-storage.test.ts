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
const storageThatThrows = (method: 'getItem' | 'setItem') =>
  jest.spyOn(Storage.prototype, method).mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });

describe('keys of local storage', () => {
  it('keep plain text, and go with null', () => {
    writeKey('theme', 'dark');
    expect(window.localStorage.getItem('theme')).toBe('dark');
    expect(readKey('theme')).toBe('dark');
    writeKey('theme', null);
    expect(window.localStorage.length).toBe(0);
    expect(readKey('theme')).toBeNull();
  });

  it('are missing, and lost with a word on the console, where the browser forbids storage', () => {
    storageThatThrows('getItem');
    expect(readKey('theme')).toBeNull();
    storageThatThrows('setItem');
    const warn = jest.spyOn(console, 'warn').mockReturnValue();
    writeKey('theme', 'dark');
    expect(warn).toHaveBeenCalledWith('Could not keep "theme" in this browser.');
  });
});

describe('changes in another tab', () => {
  const heard = jest.fn();
  const change = (key: string | null, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  beforeEach(() => heard.mockReset());

  it('are told for the key alone, and for the whole storage, until one stops listening', () => {
    const stop = onKeyChange('theme', heard);
    change('theme', 'dark');
    change('user', '{}');
    change('theme', null);
    change(null, null);
    expect(heard.mock.calls).toEqual([['dark'], [null], [null]]);
    stop();
    change('theme', 'light');
    expect(heard).toHaveBeenCalledTimes(3);
  });
});

const KEY = 'solvent.wish.save-module';

describe('a pending action over the sign-in', () => {
  it('is given once, to who asks for its kind', () => {
    savePendingAction('save-module', 'm1');
    expect(consumePendingAction('save-problem')).toBeUndefined();
    expect(consumePendingAction('save-module')).toBe('m1');
    expect(consumePendingAction('save-module')).toBeUndefined();
  });

  it.each([
    ['almost ten minutes', 10 * 60_000 - 1, 'm1'],
    ['ten minutes', 10 * 60_000, undefined],
    ['a clock that went back', -1, undefined],
  ])('holds over %s or not', (_after, passed, id) => {
    const kept = Date.now();
    const now = jest.spyOn(Date, 'now').mockReturnValue(kept);
    savePendingAction('save-module', 'm1');
    now.mockReturnValue(kept + passed);
    expect(consumePendingAction('save-module')).toBe(id);
  });

  it.each(['not json', '"m1"', '{"id":"m1"}', `{"id":7,"time":${Date.now()}}`])('is none where %s was kept', (kept) => {
    sessionStorage.setItem(KEY, kept);
    expect(consumePendingAction('save-module')).toBeUndefined();
  });

  it('is lost with a word on the console where storage is forbidden', () => {
    storageThatThrows('setItem');
    const warn = jest.spyOn(console, 'warn').mockReturnValue();
    savePendingAction('save-module', 'm1');
    expect(warn).toHaveBeenCalled();
    expect(consumePendingAction('save-module')).toBeUndefined();
  });
});

it('tells the other tabs, not itself, and nothing once it is closed', async () => {
  const here: string[] = [];
  const there: string[] = [];
  const one = openTabChannel<string>('solvent.test', (news) => here.push(news));
  const other = openTabChannel<string>('solvent.test', (news) => there.push(news));
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

it('does nothing where a browser has no channels', () => {
  const { BroadcastChannel } = globalThis;
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  const channel = openTabChannel('solvent.test');
  expect(() => {
    channel.post('alone');
    channel.close();
  }).not.toThrow();
  globalThis.BroadcastChannel = BroadcastChannel;
});
