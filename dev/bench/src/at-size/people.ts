import type { Db } from '../../../../api/src/platform/db/connect.ts';
import { getToken } from './fill-people.ts';

/** A signed-in user, and the items that they request. */
export interface Someone {
  id: string;
  token: string;
  /** Their longest conversation, and how long it is. */
  conversation: { id: string; length: number };
}

/** Callers: the two most active users, and two of many. */
export interface Cast {
  busySeeker: Someone;
  busySolver: Someone;
  seeker: Someone;
  solver: Someone;
}

async function someone(db: Db, table: 'seekers' | 'solvers', number: number): Promise<Someone> {
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

/** @param middle number of a user with the median activity */
export const readCast = async (db: Db, middle: number): Promise<Cast> => ({
  busySeeker: await someone(db, 'seekers', 1),
  busySolver: await someone(db, 'solvers', 1),
  seeker: await someone(db, 'seekers', middle),
  solver: await someone(db, 'solvers', middle),
});

/** Requested items that belong to none of these users. */
export interface Things {
  problems: string[];
  /** With three hundred bids; with five hundred comments. */
  wanted: string;
  discussed: string;
  modules: string[];
  author: string;
  profiles: string[];
}

const idsBy = async (db: Db, statement: string): Promise<string[]> =>
  (await db.$client.query<{ id: string }>(statement)).rows.map(({ id }) => id);

/** Some of each, found without walking through all. */
export async function findThings(db: Db): Promise<Things> {
  const [wanted = ''] = await idsBy(
    db,
    `SELECT id FROM problems WHERE status = 'open' ORDER BY (status = 'open') DESC, bid_count DESC LIMIT 1`,
  );
  const [discussed = ''] = await idsBy(db, `SELECT id FROM problems WHERE created_at = (SELECT max(created_at) FROM problems)`);
  const [author = ''] = await idsBy(db, `SELECT author_id AS id FROM modules LIMIT 1`);
  return {
    problems: await idsBy(db, `SELECT id FROM problems TABLESAMPLE SYSTEM (0.5) WHERE status <> 'closed' LIMIT 500`),
    wanted,
    discussed,
    modules: await idsBy(db, `SELECT id FROM modules TABLESAMPLE SYSTEM (5) WHERE status = 'published' LIMIT 500`),
    author,
    profiles: await idsBy(db, `SELECT solver_id AS id FROM agreements TABLESAMPLE SYSTEM (2) WHERE status = 'solved' LIMIT 300`),
  };
}
