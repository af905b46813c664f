import type { Case } from './measure.ts';

const CARD = `p.id, p.title, p.description, p.category, p.tags, p.bid_count, p.status, p.budget, p.created_at, u.id AS poster, u.name, u.image
  FROM problems p JOIN users u ON u.id = p.user_id`;
const NEWEST = 'ORDER BY p.created_at DESC, p.id DESC LIMIT 10';

/** What somebody would write who lets the database do all of it. */
const searchFor = (word: string) => ({
  text: `SELECT ${CARD}, websearch_to_tsquery('english', $1) AS query WHERE p.status <> 'closed' AND p.search @@ query
    ORDER BY ts_rank_cd(p.search, query) DESC, p.created_at DESC, p.id DESC LIMIT 10`,
  values: [word],
});

const rare = (round: number) => `Copy${2001 + (round + 10) * 97}`;

const searchCase = (name: string, word: (round: number) => string): Case => ({
  name,
  path: (round) => `/api/problems?search=${word(round)}`,
  bare: (round) => searchFor(word(round)),
});

const atOffset = (offset: number) => ({ text: `SELECT ${CARD} WHERE p.status <> 'closed' ${NEWEST} OFFSET ${offset}` });

/** The reads of problems. @param ids some problems, for their own pages */
export function problemCases(ids: readonly string[]): Case[] {
  const idOf = (round: number) => ids[(round + ids.length) % ids.length] ?? '';
  return [
    { name: 'list, page 1', path: () => '/api/problems', bare: () => atOffset(0) },
    {
      name: 'filter: tag, price and state',
      path: () => '/api/problems?tags=React&price_max=500&status=open',
      bare: () => ({
        text: `SELECT ${CARD} WHERE p.status = 'open' AND p.budget <= 500 AND p.tag_keys && '{react}' ${NEWEST}`,
      }),
    },
    searchCase('search: rare word', rare),
    searchCase('search: common word', () => 'playwright'),
    searchCase('search: word of every problem', () => 'test'),
    {
      name: 'problem',
      path: (round) => `/api/problems/${idOf(round)}`,
      bare: (round) => ({ text: `SELECT p.body, p.updated_at, ${CARD} WHERE p.id = $1`, values: [idOf(round)] }),
    },
    {
      name: 'page 1,000, after page 999',
      before: () => '/api/problems?page=999',
      path: () => '/api/problems?page=1000',
      bare: () => atOffset(9990),
    },
    {
      // A filter that lets everything through and is new each round: nobody has walked along that list.
      name: 'page 1,000, jumped to',
      before: (round) => `/api/problems?price_max=${900_000 - round}`,
      path: (round) => `/api/problems?price_max=${900_000 - round}&page=1000`,
      bare: () => atOffset(9990),
    },
  ];
}
