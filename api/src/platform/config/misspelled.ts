import { distance } from 'fastest-levenshtein';
import { variables } from './variables.ts';

/** Variables of other programs of the product (scripts/setup/env-file.mjs, delivery). */
const OTHERS = ['ENV_FILE', 'DELIVERY_USER'];
const KNOWN = new Set([...Object.keys(variables.fields), ...OTHERS]);

/** Maximum edit distance for short and for long names; names of unrelated programs differ by more. */
const MAX_DISTANCE = { short: 1, long: 2 };
const SHORT_NAME_LENGTH = 8;

function closestSetting(name: string): string | undefined {
  const maxDistance = name.length < SHORT_NAME_LENGTH ? MAX_DISTANCE.short : MAX_DISTANCE.long;
  const near = [...KNOWN].map((known) => ({ known, letters: distance(name.toUpperCase(), known) }));
  return near.filter(({ letters }) => letters <= maxDistance).toSorted((one, other) => one.letters - other.letters)[0]?.known;
}

/**
 * Reports variables whose name is close to a setting that is not set, a sentence each: otherwise the default would apply
 * unnoticed. Other unknown variables belong to other programs.
 */
export function misspelledSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (KNOWN.has(name) || !env[name]) return [];
    const suggestion = closestSetting(name);
    return suggestion === undefined || env[suggestion]
      ? []
      : [`${name} is not a setting. Did you mean ${suggestion}, which is not set?`];
  });
}
