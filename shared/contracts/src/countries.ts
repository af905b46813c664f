/** What `Intl` names besides countries: reserved codes, unions, and what is no place at all. */
const NO_COUNTRIES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));

const CODE = /^[A-Z]{2}$/;

let names: Intl.DisplayNames | undefined;

/** A country's name in English; undefined for what is no code of one (ISO 3166-1 alpha-2), or is none any more. */
export function countryName(code: string): string | undefined {
  if (!CODE.test(code) || NO_COUNTRIES.has(code)) return undefined;
  // What a code was replaced by has a name of its own: SU and RU are both Russia.
  if (new Intl.Locale(`und-${code}`).region !== code) return undefined;
  names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return names.of(code);
}

const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));

/** All countries by their names, in order. */
export const listCountries = (): { code: string; name: string }[] =>
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .flatMap((code) => {
      const name = countryName(code);
      return name === undefined ? [] : [{ code, name }];
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
