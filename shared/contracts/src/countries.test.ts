/** @jest-environment node */
import { countryName, listCountries } from './countries.ts';

describe('countries', () => {
  it('are those of ISO 3166, by name', () => {
    const all = listCountries();
    // 249, and Kosovo, which has no code of its own there.
    expect(all).toHaveLength(250);
    expect(all[0]).toEqual({ code: 'AF', name: 'Afghanistan' });
    expect(all).toContainEqual({ code: 'MX', name: 'Mexico' });
    const names = all.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(['', 'mx', 'MEX', 'EU', 'UN', 'ZZ', 'SU', 'DD', 'QZ', '1A'])('%j is none', (code) => {
    expect(countryName(code)).toBeUndefined();
  });
});
