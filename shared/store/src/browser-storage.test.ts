import { jest } from '@jest/globals';
import { onKeyChange, readKey, writeKey } from './browser-storage.ts';

afterEach(() => {
  jest.restoreAllMocks();
  window.localStorage.clear();
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

  it('are missing, not fatal, where the browser forbids storage', () => {
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(readKey('theme')).toBeNull();
  });

  it('are lost with a word on the console where storage is full', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
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

  it('are told for the key alone, until one stops listening', () => {
    const stop = onKeyChange('theme', heard);
    change('theme', 'dark');
    change('user', '{}');
    change('theme', null);
    expect(heard.mock.calls).toEqual([['dark'], [null]]);
    stop();
    change('theme', 'light');
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('of the whole storage are a removal of each key', () => {
    const stop = onKeyChange('theme', heard);
    change(null, null);
    expect(heard.mock.calls).toEqual([[null]]);
    stop();
  });
});
