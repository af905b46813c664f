import { MODULE_SORTS } from '@solvent/contracts';
import type { ModuleSort } from '@solvent/contracts';
import type { Case } from './measure.ts';

const CARD = `m.id, m.slug, m.title, m.description, m.tags, m.price_cents, m.preview_image, m.version, m.released_at, m.updated_at,
  f.downloads, f.rating, f.rating_count, u.id AS author, u.name, u.image
  FROM modules m JOIN module_figures f ON f.module_id = m.id JOIN users u ON u.id = m.author_id WHERE m.status = 'published'`;

const POPULAR = 'f.downloads DESC, f.module_id DESC';
const ORDERS: Record<ModuleSort, string> = {
  popular: POPULAR,
  newest: 'm.released_at DESC, m.id DESC',
  rating: `f.rating DESC, ${POPULAR}`,
  price: `m.price_cents, ${POPULAR}`,
};

const buildPageQuery = (condition: string, sort: ModuleSort, offset = 0) =>
  `SELECT ${CARD} ${condition} ORDER BY ${ORDERS[sort]} LIMIT 12 OFFSET ${offset}`;

/** Compares a page of the catalogue with a query for its rows, without the total. */
const buildCatalogueCase = (name: string, query: string, condition: string, sort: ModuleSort, offset = 0): Case => ({
  name,
  path: () => `/api/modules?sort=${sort}${query}`,
  bare: () => ({ text: buildPageQuery(condition, sort, offset) }),
});

/** Cases for page 1,000 after page 999, and for an uncached page near it, which differs in each round. */
const buildDistantPageCases = (sort: ModuleSort): Case[] => {
  const far = buildCatalogueCase(`sort: ${sort}, page 1,000`, '', '', sort, 11_988);
  const getPath = (number: number) => `/api/modules?sort=${sort}&page=${number}`;
  return [
    { ...far, name: `${far.name}, after page 999`, before: () => getPath(999), path: () => getPath(1000) },
    { ...far, name: `${far.name}, jumped to`, path: (round) => getPath(1020 + 2 * round) },
  ];
};

const MATCHES_CONDITION = "AND m.search @@ websearch_to_tsquery('english', $1)";

const buildSearchCase = (name: string, word: (round: number) => string, sort: ModuleSort): Case => ({
  name: `search: ${name}, ${sort}`,
  path: (round) => `/api/modules?search=${word(round)}&sort=${sort}`,
  bare: (round) => ({ text: buildPageQuery(MATCHES_CONDITION, sort), values: [word(round)] }),
});

const WORDS: [string, (round: number) => string][] = [
  ['rare word', (round) => `Copy${1001 + (round + 10) * 37}`],
  ['common word', () => 'scheduler'],
  ['word of every module', () => 'module'],
];

const HAS_TAG_CONDITION = "AND m.tag_keys && '{react}'";

/**
 * Lists the requests for modules.
 * @param ids ids of some modules, whose pages are requested
 * @param authorId author whose modules are listed
 */
export function listModuleCases(ids: readonly string[], authorId: string): Case[] {
  const getId = (round: number) => ids[(round + ids.length) % ids.length] ?? '';
  return [
    ...MODULE_SORTS.map((sort) => buildCatalogueCase(`sort: ${sort}`, '', '', sort)),
    ...MODULE_SORTS.flatMap(buildDistantPageCases),
    ...MODULE_SORTS.map((sort) => buildCatalogueCase(`sort: ${sort}, a tag`, '&tags=React', HAS_TAG_CONDITION, sort)),
    ...MODULE_SORTS.map((sort) => buildCatalogueCase(`sort: ${sort}, paid`, '&price=paid', 'AND m.price_cents > 0', sort)),
    buildCatalogueCase('sort: popular, an author', `&author=${authorId}`, `AND m.author_id = '${authorId}'`, 'popular'),
    ...WORDS.flatMap(([name, word]) => MODULE_SORTS.map((sort) => buildSearchCase(name, word, sort))),
    buildSearchCase('two letters', () => 'sc', 'popular'),
    {
      name: 'module',
      path: (round) => `/api/modules/${getId(round)}`,
      bare: (round) => ({ text: `SELECT m.documentation, ${CARD} AND m.id = $1`, values: [getId(round)] }),
    },
    {
      name: 'related',
      path: (round) => `/api/modules/${getId(round)}/related`,
      bare: (round) => ({
        text: `SELECT ${CARD} AND m.tag_keys && (SELECT tag_keys FROM modules WHERE id = $1) ORDER BY ${POPULAR} LIMIT 4`,
        values: [getId(round)],
      }),
    },
  ];
}
