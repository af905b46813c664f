/** Regions that `Intl` names but that are no countries: reserved codes, unions and unknown. */
const NON_COUNTRY_CODES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));

const COUNTRY_CODE_PATTERN = /^[A-Z]{2}$/;

let names: Intl.DisplayNames | undefined;

/** Returns a country's English name; undefined for an unknown or withdrawn ISO 3166-1 alpha-2 code. */
export function countryName(code: string): string | undefined {
  if (!COUNTRY_CODE_PATTERN.test(code) || NON_COUNTRY_CODES.has(code)) return undefined;
  // Withdrawn codes map to their successors: SU becomes RU.
  if (new Intl.Locale(`und-${code}`).region !== code) return undefined;
  names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return names.of(code);
}

const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));

export const listCountries = (): { code: string; name: string }[] =>
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .flatMap((code) => {
      const name = countryName(code);
      return name === undefined ? [] : [{ code, name }];
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
