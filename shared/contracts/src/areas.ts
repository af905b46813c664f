import { CATEGORIES, CATEGORY_VALUES } from './problems.ts';
import type { Category } from './problems.ts';

const normalizeWords = (text: string): string =>
  ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{N}#+.]+/u)
    .filter(Boolean)
    .join(' ')} `;

const getCategoryNames = (category: Category): string[] =>
  [category, CATEGORIES[category], ...CATEGORIES[category].split('&')].map((name) => normalizeWords(name));

/** Returns the categories named by areas of expertise, such as security for "Web Security"; never `other`. */
export const getCategories = (areas: readonly string[]): Category[] =>
  CATEGORY_VALUES.filter(
    (category) =>
      category !== 'other' &&
      areas.some((area) => getCategoryNames(category).some((name) => normalizeWords(area).includes(name))),
  );
