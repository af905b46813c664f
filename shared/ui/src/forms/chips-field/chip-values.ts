import { SKILL_SUGGESTIONS_MAX } from '@solvent/contracts';

const hasValue = (values: readonly string[], value: string): boolean =>
  values.some((known) => known.toLowerCase() === value.trim().toLowerCase());

/** What was typed when it is among the values already, whatever its case; else null. */
export const repeatedIn = (values: readonly string[], typed: string): string | null =>
  typed.trim() !== '' && hasValue(values, typed) ? typed.trim() : null;

/**
 * The list with what was typed at its end, trimmed. What is empty or there already, whatever its case, adds nothing;
 * the same list comes back when nothing was added.
 *
 * @param max the list grows no longer
 * @param separator between separators stand several values, as when a list is pasted
 */
export function withTyped(values: readonly string[], typed: string, max: number, separator?: string): readonly string[] {
  const longer = [...values];
  for (const part of separator ? typed.split(separator) : [typed]) {
    const value = part.trim();
    if (value !== '' && !hasValue(longer, value) && longer.length < max) longer.push(value);
  }
  return longer.length === values.length ? values : longer;
}

/** The first of the fitting values that are not chosen yet: as many as product 9.6 says. */
export const notChosen = (fitting: readonly string[], chosen: readonly string[]): string[] =>
  fitting.filter((value) => !hasValue(chosen, value)).slice(0, SKILL_SUGGESTIONS_MAX);
