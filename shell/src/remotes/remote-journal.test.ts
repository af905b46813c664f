import { buildPin, withVersion } from '../testing/build-channel.ts';
import { createRemoteJournal } from './remote-journal.ts';
import { RemoteError } from './remote-loader.ts';

describe('the journal of remotes', () => {
  const live = { build: buildPin('toolbox'), source: 'live' } as const;
  const previous = { build: withVersion(buildPin('toolbox'), '0.9.0'), source: 'previous' } as const;

  it('has one load for each version: the first attempt', () => {
    const journal = createRemoteJournal();
    journal.addLoad(live, false, 12.6);
    journal.addLoad(previous, true, 40);
    journal.addLoad(live, true, 5);
    expect(journal.loads).toEqual([
      { name: 'toolbox', version: '1.0.0', source: 'live', loaded: false, milliseconds: 13 },
      { name: 'toolbox', version: '0.9.0', source: 'previous', loaded: true, milliseconds: 40 },
    ]);
  });

  it('has each error once, by its root cause', () => {
    const journal = createRemoteJournal();
    const cause = new TypeError('x is undefined');
    journal.addError(live, 'load', cause);
    journal.addError(live, 'render', new RemoteError('toolbox', '1.0.0', { cause }));
    journal.addError(live, 'render', 'thrown text');
    expect(journal.errors).toMatchObject([
      { kind: 'load', message: 'TypeError: x is undefined', stack: cause.stack, pathname: location.pathname },
      { kind: 'render', message: 'thrown text', stack: '' },
    ]);
  });

  it('has one reference for all errors of its code, which reports contain', () => {
    const journal = createRemoteJournal();
    const shown = journal.getReference(new TypeError('x is undefined'));
    expect(shown).toMatch(/^[2-9]{6}$/);
    journal.addError(live, 'render', new TypeError('x is undefined'));
    journal.addError(previous, 'render', new Error('of another version'));
    expect(journal.getReference(new Error('again'))).toBe(shown);
    expect(journal.errors).toMatchObject([
      { kind: 'render', version: '1.0.0', reference: shown },
      { kind: 'render', version: '0.9.0', reference: shown },
    ]);
    expect(createRemoteJournal().getReference(new Error('of another page'))).not.toBe(shown);
  });

  it('has no reference if the code failed to load', () => {
    const journal = createRemoteJournal();
    const cause = new TypeError('Failed to fetch');
    journal.addError(live, 'load', cause);
    expect(journal.getReference(new RemoteError('toolbox', '1.0.0', { cause }))).toBeUndefined();
    expect(journal.errors[0]).not.toHaveProperty('reference');
  });

  it('has at most 100 errors', () => {
    const journal = createRemoteJournal();
    for (const count of Array.from({ length: 1000 }).keys()) journal.addError(live, 'script', new Error(String(count)));
    expect(journal.errors).toHaveLength(100);
  });
});
