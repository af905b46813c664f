import type { Db } from '../../../../api/src/platform/db/connect.ts';
import { getToken } from './fill-people.ts';

/** A signed-in user who sends requests. */
export interface SizedUser {
  id: string;
  token: string;
  /** Their longest conversation. `length` is the number of its messages. */
  conversation: { id: string; length: number };
}

/** The two most active users, and two of average activity. */
export interface Callers {
  busySeeker: SizedUser;
  busySolver: SizedUser;
  seeker: SizedUser;
  solver: SizedUser;
}

async function readCaller(db: Db, table: 'seekers' | 'solvers', number: number): Promise<SizedUser> {
  const { rows } = await db.$client.query<{ id: string; email: string; conversation: string; length: number }>(
    `SELECT users.id, email, conversations.id AS conversation, last_seq AS length
     FROM bench.${table} AS numbered JOIN users USING (id) JOIN participants ON user_id = users.id
       JOIN conversations ON conversations.id = conversation_id
     WHERE n >= $1 AND n < $1 + 100 ORDER BY n, last_seq DESC LIMIT 1`,
    [number],
  );
  const [found] = rows;
  if (found === undefined) throw new Error(`None of the ${table} from ${number} on has a conversation`);
  const { id, email, conversation, length } = found;
  return { id, token: getToken(email), conversation: { id: conversation, length } };
}

/** @param middle number of a user of average activity */
export const readCallers = async (db: Db, middle: number): Promise<Callers> => ({
  busySeeker: await readCaller(db, 'seekers', 1),
  busySolver: await readCaller(db, 'solvers', 1),
  seeker: await readCaller(db, 'seekers', middle),
  solver: await readCaller(db, 'solvers', middle),
});

/** Items to request that belong to none of the callers. */
export interface SizedItems {
  problems: string[];
  /** Has 300 bids. */
  mostBids: string;
  /** Has 500 comments. */
  mostComments: string;
  modules: string[];
  author: string;
  profiles: string[];
}

const readIds = async (db: Db, statement: string): Promise<string[]> =>
  (await db.$client.query<{ id: string }>(statement)).rows.map(({ id }) => id);

/** Samples ids without scanning whole tables. */
export async function findItems(db: Db): Promise<SizedItems> {
  const [mostBids = ''] = await readIds(
    db,
    `SELECT id FROM problems WHERE status = 'open' ORDER BY (status = 'open') DESC, bid_count DESC LIMIT 1`,
  );
  const [mostComments = ''] = await readIds(
    db,
    `SELECT id FROM problems WHERE created_at = (SELECT max(created_at) FROM problems)`,
  );
  const [author = ''] = await readIds(db, `SELECT author_id AS id FROM modules LIMIT 1`);
  return {
    problems: await readIds(db, `SELECT id FROM problems TABLESAMPLE SYSTEM (0.5) WHERE status <> 'closed' LIMIT 500`),
    mostBids,
    mostComments,
    modules: await readIds(db, `SELECT id FROM modules TABLESAMPLE SYSTEM (5) WHERE status = 'published' LIMIT 500`),
    author,
    profiles: await readIds(
      db,
      `SELECT solver_id AS id FROM agreements TABLESAMPLE SYSTEM (2) WHERE status = 'solved' LIMIT 300`,
    ),
  };
}
