import { pinOf, versionOf } from '../testing/channel-of.ts';
import { createPartJournal } from './part-journal.ts';
import { RemoteError } from './remote-loader.ts';

const live = { build: pinOf('toolbox'), source: 'live' } as const;
const previous = { build: versionOf(pinOf('toolbox'), '0.9.0'), source: 'previous' } as const;

describe('the journal of a page', () => {
  it('has one load for each version: what came of it first', () => {
    const journal = createPartJournal();
    journal.addLoad(live, false, 12.6);
    journal.addLoad(previous, true, 40);
    journal.addLoad(live, true, 5);
    expect(journal.loads).toEqual([
      { name: 'toolbox', version: '1.0.0', source: 'live', loaded: false, milliseconds: 13 },
      { name: 'toolbox', version: '0.9.0', source: 'previous', loaded: true, milliseconds: 40 },
    ]);
  });

  it('has an error once, through however many hands it goes, by its innermost cause', () => {
    const journal = createPartJournal();
    const cause = new TypeError('x is undefined');
    journal.addError(live, 'load', cause);
    journal.addError(live, 'render', new RemoteError('toolbox', '1.0.0', { cause }));
    journal.addError(live, 'render', 'thrown text');
    expect(journal.errors).toMatchObject([
      { kind: 'load', message: 'TypeError: x is undefined', stack: cause.stack, pathname: location.pathname },
      { kind: 'render', message: 'thrown text', stack: '' },
    ]);
  });

  it('gives what its code throws one reference, which the reports of it carry', () => {
    const journal = createPartJournal();
    const shown = journal.referenceOf(new TypeError('x is undefined'));
    expect(shown).toMatch(/^[2-9]{6}$/);
    journal.addError(live, 'render', new TypeError('x is undefined'));
    journal.addError(previous, 'render', new Error('of another version'));
    expect(journal.referenceOf(new Error('again'))).toBe(shown);
    expect(journal.errors).toMatchObject([
      { kind: 'render', version: '1.0.0', reference: shown },
      { kind: 'render', version: '0.9.0', reference: shown },
    ]);
    expect(createPartJournal().referenceOf(new Error('of another page'))).not.toBe(shown);
  });

  it('gives none where the code did not come', () => {
    const journal = createPartJournal();
    const cause = new TypeError('Failed to fetch');
    journal.addError(live, 'load', cause);
    expect(journal.referenceOf(new RemoteError('toolbox', '1.0.0', { cause }))).toBeUndefined();
    expect(journal.errors[0]).not.toHaveProperty('reference');
  });

  it('does not grow for ever', () => {
    const journal = createPartJournal();
    for (const count of Array.from({ length: 1000 }).keys()) journal.addError(live, 'script', new Error(String(count)));
    expect(journal.errors).toHaveLength(100);
  });
});
