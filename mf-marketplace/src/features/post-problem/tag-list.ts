import { FILTER_TECHNOLOGIES } from '@solvent/contracts';

const SUGGESTIONS_MAX = 5;

/** True when the tag is among those, whatever its case. */
export const hasTag = (tags: readonly string[], tag: string): boolean =>
  tags.some((known) => known.toLowerCase() === tag.trim().toLowerCase());

/**
 * The list with what was typed at its end: between commas stand several tags, as when a list is pasted. What is empty
 * or there already adds nothing; the same list comes back when nothing was added.
 *
 * @param max the list grows no longer
 */
export function withTags(tags: readonly string[], typed: string, max: number): readonly string[] {
  const longer = [...tags];
  for (const part of typed.split(',')) {
    const tag = part.trim();
    if (tag !== '' && !hasTag(longer, tag) && longer.length < max) longer.push(tag);
  }
  return longer.length === tags.length ? tags : longer;
}

/** At most 5 technologies that contain the text, whatever its case, and are not chosen yet; those that start with it first. */
export function suggestTags(typed: string, chosen: readonly string[]): string[] {
  const wanted = typed.trim().toLowerCase();
  const fitting = FILTER_TECHNOLOGIES.filter((name) => name.toLowerCase().includes(wanted) && !hasTag(chosen, name));
  const startsSo = (name: string) => Number(name.toLowerCase().startsWith(wanted));
  return fitting.toSorted((one, two) => startsSo(two) - startsSo(one)).slice(0, SUGGESTIONS_MAX);
}
