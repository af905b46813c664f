import { jest } from '@jest/globals';
import { keepPendingAction, takePendingAction } from './pending-actions.ts';

const KEY = 'solvent.wish.save-module';

afterEach(() => {
  jest.restoreAllMocks();
  sessionStorage.clear();
});

describe('a pending action over the sign-in', () => {
  it('is given once, to who asks for its kind', () => {
    keepPendingAction('save-module', 'm1');
    expect(takePendingAction('save-problem')).toBeUndefined();
    expect(takePendingAction('save-module')).toBe('m1');
    expect(takePendingAction('save-module')).toBeUndefined();
  });

  it.each([
    ['almost ten minutes', 10 * 60_000 - 1, 'm1'],
    ['ten minutes', 10 * 60_000, undefined],
    ['a clock that went back', -1, undefined],
  ])('holds over %s or not', (_after, passed, id) => {
    const kept = Date.now();
    const now = jest.spyOn(Date, 'now').mockReturnValue(kept);
    keepPendingAction('save-module', 'm1');
    now.mockReturnValue(kept + passed);
    expect(takePendingAction('save-module')).toBe(id);
  });

  it.each(['not json', '"m1"', '{"id":"m1"}', `{"id":7,"time":${Date.now()}}`])('is none where %s was kept', (kept) => {
    sessionStorage.setItem(KEY, kept);
    expect(takePendingAction('save-module')).toBeUndefined();
  });

  it('is lost with a word on the console where storage is forbidden', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const warn = jest.spyOn(console, 'warn').mockReturnValue();
    keepPendingAction('save-module', 'm1');
    expect(warn).toHaveBeenCalled();
    expect(takePendingAction('save-module')).toBeUndefined();
  });
});
