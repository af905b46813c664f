import { distance } from 'fastest-levenshtein';
import { variables } from './variables.ts';

/** Read by other programs. */
const OTHER_PROGRAMS = ['ENV_FILE', 'DELIVERY_USER'];
const KNOWN = new Set([...Object.keys(variables.fields), ...OTHER_PROGRAMS]);

/** Variables of unrelated programs differ by more letters. */
const MAX_DISTANCE = { short: 1, long: 2 };
const SHORT_NAME_LENGTH = 8;

function closestSetting(name: string): string | undefined {
  const maxDistance = name.length < SHORT_NAME_LENGTH ? MAX_DISTANCE.short : MAX_DISTANCE.long;
  const candidates = [...KNOWN].map((known) => ({ known, letters: distance(name.toUpperCase(), known) }));
  return candidates.filter(({ letters }) => letters <= maxDistance).toSorted((one, other) => one.letters - other.letters)[0]
    ?.known;
}

/** Returns a sentence for each variable whose name is similar to an unset setting, whose default would apply unnoticed. */
export function misspelledSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (KNOWN.has(name) || !env[name]) return [];
    const suggestion = closestSetting(name);
    return suggestion === undefined || env[suggestion]
      ? []
      : [`${name} is not a setting. Did you mean ${suggestion}, which is not set?`];
  });
}
