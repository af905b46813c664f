import type { Case } from './measure.ts';

const CARD = `p.id, p.title, p.description, p.category, p.tags, p.bid_count, p.status, p.budget, p.created_at, u.id AS poster, u.name, u.image
  FROM problems p JOIN users u ON u.id = p.user_id`;
/** Each sort order has an index that begins with the open problems. */
const buildOrder = (figure: string) => `ORDER BY (p.status = 'open') DESC, ${figure} p.created_at DESC, p.id DESC LIMIT 10`;
const NEWEST = buildOrder('');

/** Builds a plain SQL search that leaves all work to the database. */
const buildSearch = (word: string) => ({
  text: `SELECT ${CARD}, websearch_to_tsquery('english', $1) AS query WHERE p.status <> 'closed' AND p.search @@ query
    ORDER BY ts_rank_cd(p.search, query) DESC, p.created_at DESC, p.id DESC LIMIT 10`,
  values: [word],
});

const getRareWord = (round: number) => `Copy${2001 + (round + 10) * 97}`;

const buildSearchCase = (name: string, word: (round: number) => string): Case => ({
  name,
  path: (round) => `/api/problems?search=${word(round)}`,
  bare: (round) => buildSearch(word(round)),
});

const MISSPELLED_WORD = 'playwright';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Returns a different typo in each round, because results are cached. */
function misspell(round: number): string {
  const position = 1 + ((round + 10) % (MISSPELLED_WORD.length - 2));
  const letters = LETTERS.replace(MISSPELLED_WORD.charAt(position), '');
  const letter = letters.charAt(Math.floor((round + 10) / (MISSPELLED_WORD.length - 2)) % letters.length);
  return MISSPELLED_WORD.slice(0, position) + letter + MISSPELLED_WORD.slice(position + 1);
}

/** Builds one statement that searches for the most similar word. */
const buildClosestWordSearch = (word: string) => ({
  text: `SELECT ${CARD},
    (SELECT to_tsquery('english', word) AS query FROM problem_words ORDER BY word <-> $1 LIMIT 1) AS closest
    WHERE p.status <> 'closed' AND p.search @@ query ORDER BY ts_rank_cd(p.search, query) DESC, p.created_at DESC, p.id DESC LIMIT 10`,
  values: [word],
});

/**
 * Builds a case for the first page of a sort order. @param figure SQL of the sort key that follows `status = 'open'` in the index
 */
const buildOrderCase = (name: string, sort: string, figure: string, condition = ''): Case => ({
  name: `list, ${name}`,
  path: () => `/api/problems?sort=${sort}`,
  bare: () => ({ text: `SELECT ${CARD} WHERE p.status <> 'closed' ${condition} ${buildOrder(figure)}` }),
});

const buildPage = (offset: number) => ({ text: `SELECT ${CARD} WHERE p.status <> 'closed' ${NEWEST} OFFSET ${offset}` });

/** Lists the requests for problems. @param ids ids of some problems, whose pages are requested */
export function listProblemCases(ids: readonly string[]): Case[] {
  const getId = (round: number) => ids[(round + ids.length) % ids.length] ?? '';
  return [
    { name: 'list, page 1', path: () => '/api/problems', bare: () => buildPage(0) },
    {
      name: 'list, as the page opens',
      path: () => '/api/problems?price_min=0&price_max=1000',
      bare: () => ({ text: `SELECT ${CARD} WHERE p.status <> 'closed' AND p.budget BETWEEN 0 AND 1000 ${NEWEST}` }),
    },
    buildOrderCase('highest budget up to $1,000', 'budget&price_max=1000', 'p.budget DESC,', 'AND p.budget <= 1000'),
    buildOrderCase('lowest budget from $500', 'lowest-budget&price_min=500', '(-p.budget) DESC,', 'AND p.budget >= 500'),
    buildOrderCase(
      'lowest budget of a category',
      'lowest-budget&category=security',
      '(-p.budget) DESC,',
      "AND p.category = 'security'",
    ),
    buildOrderCase('fewest bids, solved', 'fewest-bids&status=solved', '(-p.bid_count) DESC,', "AND p.status = 'solved'"),
    buildOrderCase('highest budget', 'budget', 'p.budget DESC,'),
    buildOrderCase('lowest budget', 'lowest-budget', '(-p.budget) DESC,'),
    buildOrderCase('most bids', 'bids', 'p.bid_count DESC,'),
    buildOrderCase('fewest bids', 'fewest-bids', '(-p.bid_count) DESC,'),
    {
      name: 'filter: tag, price and state',
      path: () => '/api/problems?tags=React&price_max=500&status=open',
      bare: () => ({
        text: `SELECT ${CARD} WHERE p.status = 'open' AND p.budget <= 500 AND p.tag_keys && '{react}' ${NEWEST}`,
      }),
    },
    buildSearchCase('search: rare word', getRareWord),
    buildSearchCase('search: common word', () => 'playwright'),
    buildSearchCase('search: word of every problem', () => 'test'),
    {
      name: 'search: misspelt word',
      path: (round) => `/api/problems?search=${misspell(round)}`,
      bare: (round) => buildClosestWordSearch(misspell(round)),
    },
    {
      name: 'search: lowest budget of a common word',
      path: () => '/api/problems?search=playwright&sort=lowest-budget',
      bare: () => ({
        text: `SELECT ${CARD}, websearch_to_tsquery('english', 'playwright') AS query
          WHERE p.status <> 'closed' AND p.search @@ query ${buildOrder('(-p.budget) DESC,')}`,
      }),
    },
    {
      name: 'problem',
      path: (round) => `/api/problems/${getId(round)}`,
      bare: (round) => ({ text: `SELECT p.body, p.updated_at, ${CARD} WHERE p.id = $1`, values: [getId(round)] }),
    },
    {
      name: 'page 1,000, after page 999',
      before: () => '/api/problems?page=999',
      path: () => '/api/problems?page=1000',
      bare: () => buildPage(9990),
    },
    {
      name: 'page 1,000 of fewest bids, after page 999',
      before: () => '/api/problems?sort=fewest-bids&page=999',
      path: () => '/api/problems?sort=fewest-bids&page=1000',
      bare: () => ({ text: `SELECT ${CARD} WHERE p.status <> 'closed' ${buildOrder('(-p.bid_count) DESC,')} OFFSET 9990` }),
    },
    {
      // The filter matches all problems and differs in each round, so that no page is cached.
      name: 'page 1,000, jumped to',
      before: (round) => `/api/problems?price_max=${900_000 - round}`,
      path: (round) => `/api/problems?price_max=${900_000 - round}&page=1000`,
      bare: () => buildPage(9990),
    },
  ];
}
