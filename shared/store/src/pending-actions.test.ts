import { jest } from '@jest/globals';
import { keepWish, takeWish } from './wishes.ts';

const KEY = 'solvent.wish.save-module';

afterEach(() => {
  jest.restoreAllMocks();
  sessionStorage.clear();
});

describe('a wish over the sign-in', () => {
  it('is given once, to who asks for its kind', () => {
    keepWish('save-module', 'm1');
    expect(takeWish('save-problem')).toBeUndefined();
    expect(takeWish('save-module')).toBe('m1');
    expect(takeWish('save-module')).toBeUndefined();
  });

  it.each([
    ['almost ten minutes', 10 * 60_000 - 1, 'm1'],
    ['ten minutes', 10 * 60_000, undefined],
    ['a clock that went back', -1, undefined],
  ])('holds over %s or not', (_after, passed, id) => {
    const kept = Date.now();
    const now = jest.spyOn(Date, 'now').mockReturnValue(kept);
    keepWish('save-module', 'm1');
    now.mockReturnValue(kept + passed);
    expect(takeWish('save-module')).toBe(id);
  });

  it.each(['not json', '"m1"', '{"id":"m1"}', `{"id":7,"time":${Date.now()}}`])('is none where %s was kept', (kept) => {
    sessionStorage.setItem(KEY, kept);
    expect(takeWish('save-module')).toBeUndefined();
  });

  it('is lost with a word on the console where storage is forbidden', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const warn = jest.spyOn(console, 'warn').mockReturnValue();
    keepWish('save-module', 'm1');
    expect(warn).toHaveBeenCalled();
    expect(takeWish('save-module')).toBeUndefined();
  });
});
