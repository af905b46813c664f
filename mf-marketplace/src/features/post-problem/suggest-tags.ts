import { FILTER_TECHNOLOGIES } from '@solvent/contracts';

/** The technologies that contain the text, whatever its case; those that start with it first. */
export function suggestTags(typed: string): string[] {
  const wanted = typed.trim().toLowerCase();
  const startsSo = (name: string) => Number(name.toLowerCase().startsWith(wanted));
  return FILTER_TECHNOLOGIES.filter((name) => name.toLowerCase().includes(wanted)).toSorted(
    (one, two) => startsSo(two) - startsSo(one),
  );
}
