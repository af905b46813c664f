import { CATEGORIES } from '@solvent/contracts';
import type { Problem } from '@solvent/contracts';

type MatchableProblem = Pick<Problem, 'tags' | 'category'>;

/** Returns the spellings of a name, because `Node.js` and `Nodejs` must match. */
const getSpellings = (name: string): string[] => [name, name.replaceAll('.', ''), name.replace(/(?<=\w)js$/i, '.js')];

function getCategoryNames(category: Problem['category']): string[] {
  if (category === 'other') return [];
  const label = CATEGORIES[category];
  return [category, label, ...label.split(' & '), label.replace(/ (?:Development|Services|Optimization)$/, '')];
}

/** Returns the requested areas in lower case. */
export function getRequestedAreas({ tags, category }: MatchableProblem): string[] {
  const names = [...tags, ...getCategoryNames(category)];
  return [...new Set(names.flatMap(getSpellings).map((name) => name.toLowerCase()))];
}

export function findMatchingAreas(areas: string[], problem: MatchableProblem): string[] {
  const requested = new Set(getRequestedAreas(problem));
  return areas.filter((area) => requested.has(area.toLowerCase()));
}
