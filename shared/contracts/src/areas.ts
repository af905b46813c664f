import { CATEGORIES, CATEGORY_VALUES } from './problems.ts';
import type { Category } from './problems.ts';

const wordsOf = (text: string): string =>
  ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{N}#+.]+/u)
    .filter(Boolean)
    .join(' ')} `;

/** What a category goes by: its value, its label, and each of the parts that "&" joins in that. */
const namesOf = (category: Category): string[] =>
  [category, CATEGORIES[category], ...CATEGORIES[category].split('&')].map((name) => wordsOf(name));

/** The categories that areas of expertise name: "Web Security" names Security & Authentication. `other` is named by nothing. */
export const getCategories = (areas: readonly string[]): Category[] =>
  CATEGORY_VALUES.filter(
    (category) => category !== 'other' && areas.some((area) => namesOf(category).some((name) => wordsOf(area).includes(name))),
  );
