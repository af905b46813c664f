import { distance } from 'fastest-levenshtein';
import { variables } from './variables.ts';

/** What programs read besides the server's settings (scripts/setup/env-file.mjs, delivery). */
const OTHERS = ['ENV_FILE', 'DELIVERY_USER'];
const KNOWN = new Set([...Object.keys(variables.fields), ...OTHERS]);

/** So many letters may be wrong in a short name, and in a long one; names of other programs differ by more. */
const WRONG_LETTERS = { short: 1, long: 2 };
const SHORT = 8;

function meantBy(name: string): string | undefined {
  const most = name.length < SHORT ? WRONG_LETTERS.short : WRONG_LETTERS.long;
  const near = [...KNOWN].map((known) => ({ known, letters: distance(name.toUpperCase(), known) }));
  return near.filter(({ letters }) => letters <= most).toSorted((one, other) => one.letters - other.letters)[0]?.known;
}

/**
 * Variables that are nearly named like a setting which is not set, a sentence each: the default counts although somebody set something.
 * Other unknown variables belong to other programs.
 */
export function misspelledSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (KNOWN.has(name) || !env[name]) return [];
    const meant = meantBy(name);
    return meant === undefined || env[meant]
      ? []
      : [`${name} is no setting: rename it to ${meant} if that is meant, which is not set.`];
  });
}
