import { CATEGORIES } from '@solvent/contracts';
import type { Problem } from '@solvent/contracts';

type Asked = Pick<Problem, 'tags' | 'category'>;

/** `Node.js` and `Nodejs` are one. */
const spellings = (name: string): string[] => [name, name.replaceAll('.', ''), name.replace(/(?<=\w)js$/i, '.js')];

/** What people call a category: `devops`, `DevOps & Deployment`, `Deployment`; `frontend`, `Frontend Development`. */
function categoryNames(category: Problem['category']): string[] {
  if (category === 'other') return [];
  const label = CATEGORIES[category];
  return [category, label, ...label.split(' & '), label.replace(/ (?:Development|Services|Optimization)$/, '')];
}

/** The areas of expertise that a problem's tags or category name, in lower case. */
export function getRequestedAreas({ tags, category }: Asked): string[] {
  const names = [...tags, ...categoryNames(category)];
  return [...new Set(names.flatMap(spellings).map((name) => name.toLowerCase()))];
}

/** Those of somebody's areas of expertise that a problem asks for. */
export function findMatchingAreas(areas: string[], asked: Asked): string[] {
  const wanted = new Set(getRequestedAreas(asked));
  return areas.filter((area) => wanted.has(area.toLowerCase()));
}
