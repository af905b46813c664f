import { SKILL_SUGGESTIONS_MAX } from '@solvent/contracts';

const hasValue = (values: readonly string[], value: string): boolean =>
  values.some((known) => known.toLowerCase() === value.trim().toLowerCase());

/** What was typed when it is among the values already, whatever its case; else null. */
export const findDuplicate = (values: readonly string[], typed: string): string | null =>
  typed.trim() !== '' && hasValue(values, typed) ? typed.trim() : null;

/**
 * The list with what was typed at its end, trimmed. What is empty or there already, whatever its case, adds nothing;
 * the same list comes back when nothing was added.
 *
 * @param max the list grows no longer
 * @param separator between separators stand several values, as when a list is pasted
 */
export function addTyped(values: readonly string[], typed: string, max: number, separator?: string): readonly string[] {
  const result = [...values];
  for (const part of separator ? typed.split(separator) : [typed]) {
    const value = part.trim();
    if (value !== '' && !hasValue(result, value) && result.length < max) result.push(value);
  }
  return result.length === values.length ? values : result;
}

/** The first of the fitting values that are not chosen yet: as many as product 9.6 says. */
export const excludeChosen = (matches: readonly string[], chosen: readonly string[]): string[] =>
  matches.filter((value) => !hasValue(chosen, value)).slice(0, SKILL_SUGGESTIONS_MAX);
