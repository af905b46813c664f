import { figuresTable } from './figures.ts';

describe('a table of figures', () => {
  it('shows each thing with its figures, and in brackets those on main that differ', () => {
    const table = figuresTable(
      { '/home': { performance: 96, shifts: 0.0123 } },
      { '/home': { performance: 90, shifts: 0.0123 } },
    );
    expect(table.split('\n')).toEqual(['|  | performance | shifts |', '| --- | --- | --- |', '| /home | 96 (90) | 0.012 |']);
  });

  it('shows things that main does not know, and figures that were not taken', () => {
    const table = figuresTable({ one: { a: 1 }, other: { b: 2 } }, {});
    expect(table.split('\n').slice(2)).toEqual(['| one | 1 | – |', '| other | – | 2 |']);
  });
});
