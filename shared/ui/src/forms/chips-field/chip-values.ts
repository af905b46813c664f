import { SKILL_SUGGESTIONS_MAX } from '@solvent/contracts';

const hasValue = (values: readonly string[], value: string): boolean =>
  values.some((chip) => chip.toLowerCase() === value.trim().toLowerCase());

/** Returns the typed text if the list has it, ignoring case; otherwise null. */
export const findDuplicate = (values: readonly string[], typed: string): string | null =>
  typed.trim() !== '' && hasValue(values, typed) ? typed.trim() : null;

/** Appends typed text, trimmed, except duplicates in any case. @returns the same list if nothing was added */
export function addTyped(
  values: readonly string[],
  typed: string,
  max: number,
  separator?: string,
  normalize = (text: string) => text,
): readonly string[] {
  const result = [...values];
  for (const part of separator ? typed.split(separator) : [typed]) {
    const value = normalize(part.trim());
    if (value !== '' && !hasValue(result, value) && result.length < max) result.push(value);
  }
  return result.length === values.length ? values : result;
}

/** Returns the first matches that are not chosen (product 9.6). */
export const excludeChosen = (matches: readonly string[], chosen: readonly string[]): string[] =>
  matches.filter((value) => !hasValue(chosen, value)).slice(0, SKILL_SUGGESTIONS_MAX);
