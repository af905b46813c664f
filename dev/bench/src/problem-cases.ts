import type { Case } from './measure.ts';

const CARD = `p.id, p.title, p.description, p.category, p.tags, p.bid_count, p.status, p.budget, p.created_at, u.id AS poster, u.name, u.image
  FROM problems p JOIN users u ON u.id = p.user_id`;
/** Each order of the product has an index that begins with open problems. */
const buildOrder = (figure: string) => `ORDER BY (p.status = 'open') DESC, ${figure} p.created_at DESC, p.id DESC LIMIT 10`;
const NEWEST = buildOrder('');

/** A plain SQL version that leaves all work to the database. */
const buildSearch = (word: string) => ({
  text: `SELECT ${CARD}, websearch_to_tsquery('english', $1) AS query WHERE p.status <> 'closed' AND p.search @@ query
    ORDER BY ts_rank_cd(p.search, query) DESC, p.created_at DESC, p.id DESC LIMIT 10`,
  values: [word],
});

const getRareWord = (round: number) => `Copy${2001 + (round + 10) * 97}`;

const searchCase = (name: string, word: (round: number) => string): Case => ({
  name,
  path: (round) => `/api/problems?search=${word(round)}`,
  bare: (round) => buildSearch(word(round)),
});

const MISSPELT = 'playwright';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A different typo in each round, since results are cached. */
function misspell(round: number): string {
  const position = 1 + ((round + 10) % (MISSPELT.length - 2));
  const letters = LETTERS.replace(MISSPELT.charAt(position), '');
  const letter = letters.charAt(Math.floor((round + 10) / (MISSPELT.length - 2)) % letters.length);
  return MISSPELT.slice(0, position) + letter + MISSPELT.slice(position + 1);
}

/** Searches for the most similar word, in one statement. */
const searchForClosest = (word: string) => ({
  text: `SELECT ${CARD},
    (SELECT to_tsquery('english', word) AS query FROM problem_words ORDER BY word <-> $1 LIMIT 1) AS closest
    WHERE p.status <> 'closed' AND p.search @@ query ORDER BY ts_rank_cd(p.search, query) DESC, p.created_at DESC, p.id DESC LIMIT 10`,
  values: [word],
});

/** A first page in an order. @param figure what its index begins with, behind the open ones */
const orderCase = (name: string, sort: string, figure: string, condition = ''): Case => ({
  name: `list, ${name}`,
  path: () => `/api/problems?sort=${sort}`,
  bare: () => ({ text: `SELECT ${CARD} WHERE p.status <> 'closed' ${condition} ${buildOrder(figure)}` }),
});

const buildPage = (offset: number) => ({ text: `SELECT ${CARD} WHERE p.status <> 'closed' ${NEWEST} OFFSET ${offset}` });

/** The reads of problems. @param ids some problems, for their own pages */
export function problemCases(ids: readonly string[]): Case[] {
  const getId = (round: number) => ids[(round + ids.length) % ids.length] ?? '';
  return [
    { name: 'list, page 1', path: () => '/api/problems', bare: () => buildPage(0) },
    {
      name: 'list, as the page opens',
      path: () => '/api/problems?price_min=0&price_max=1000',
      bare: () => ({ text: `SELECT ${CARD} WHERE p.status <> 'closed' AND p.budget BETWEEN 0 AND 1000 ${NEWEST}` }),
    },
    orderCase('highest budget up to $1,000', 'budget&price_max=1000', 'p.budget DESC,', 'AND p.budget <= 1000'),
    orderCase('lowest budget from $500', 'lowest-budget&price_min=500', '(-p.budget) DESC,', 'AND p.budget >= 500'),
    orderCase(
      'lowest budget of a category',
      'lowest-budget&category=security',
      '(-p.budget) DESC,',
      "AND p.category = 'security'",
    ),
    orderCase('fewest bids, solved', 'fewest-bids&status=solved', '(-p.bid_count) DESC,', "AND p.status = 'solved'"),
    orderCase('highest budget', 'budget', 'p.budget DESC,'),
    orderCase('lowest budget', 'lowest-budget', '(-p.budget) DESC,'),
    orderCase('most bids', 'bids', 'p.bid_count DESC,'),
    orderCase('fewest bids', 'fewest-bids', '(-p.bid_count) DESC,'),
    {
      name: 'filter: tag, price and state',
      path: () => '/api/problems?tags=React&price_max=500&status=open',
      bare: () => ({
        text: `SELECT ${CARD} WHERE p.status = 'open' AND p.budget <= 500 AND p.tag_keys && '{react}' ${NEWEST}`,
      }),
    },
    searchCase('search: rare word', getRareWord),
    searchCase('search: common word', () => 'playwright'),
    searchCase('search: word of every problem', () => 'test'),
    {
      name: 'search: misspelt word',
      path: (round) => `/api/problems?search=${misspell(round)}`,
      bare: (round) => searchForClosest(misspell(round)),
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
      // A filter that matches everything and is new each round, so that no page is cached.
      name: 'page 1,000, jumped to',
      before: (round) => `/api/problems?price_max=${900_000 - round}`,
      path: (round) => `/api/problems?price_max=${900_000 - round}&page=1000`,
      bare: () => buildPage(9990),
    },
  ];
}
