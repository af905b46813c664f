import { readKey, writeKey } from '@solvent/store';

/** The key in `localStorage`: JSON of each remote's number, by its name. */
const KEY = 'canary';

function keptNumbers(): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(readKey(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

const isNumber = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 100;

/** This browser's number for a remote, 0 to 99: drawn once, so that each page load runs the same version. */
function numberOf(name: string): number | undefined {
  const kept = keptNumbers()[name];
  if (isNumber(kept)) return kept;
  writeKey(KEY, JSON.stringify({ ...keptNumbers(), [name]: Math.floor(Math.random() * 100) }));
  const drawn = keptNumbers()[name];
  return isNumber(drawn) ? drawn : undefined;
}

/**
 * Whether this browser is one of those that run a remote's candidate. One that keeps nothing is not: it would change
 * versions from page to page.
 *
 * @param percent of 100 browsers so many do; 0: the candidate was stopped
 */
export function runsCandidate(name: string, percent: number): boolean {
  if (percent <= 0) return false;
  const number = numberOf(name);
  return number !== undefined && number < percent;
}
