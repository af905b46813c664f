import type { Amounts } from './amounts.ts';
import { buildSkewedNumber } from './fill-people.ts';

/** Approximate number of messages that one statement inserts. */
const MESSAGES_PER_BATCH = 1_000_000;

const SENTENCES = [
  'I have looked at the log, and the error comes before the first request.',
  'Could you send me the configuration of the server, without the passwords?',
  'The test passes here, so it depends on the version of the database.',
  'That works, thank you!',
  'I will deliver it on Friday, with a short note on how to deploy it.',
  'Please have a look at the pull request when you find the time.',
  'It happens only behind the proxy, as the header is missing there.',
  'Yes.',
  'Which browser do they use, and do they see anything in the console?',
  'The migration took four minutes on the copy, we should run it at night.',
  'I would rather cache the answer than make the query more complicated.',
  'The invoice is on its way.',
  'Have you tried to turn the feature off and on again?',
  'Memory grows by a megabyte for each upload and never comes back.',
  'There is a race between the two workers, I can show you how to repeat it.',
  'Good morning! Any news from the customer?',
].map((text) => `'${text.replaceAll("'", "''")}'`);

const SYLLABLES =
  'ac,bel,cor,dra,el,fin,gro,hi,jun,kas,lo,mer,nid,or,pra,qui,ros,sta,tun,ul,ver,wex,yar,zo,cle,dis,fra,gen,hol,ind,lat,mod,net,pol,ser,tic';

/** SQL for one of 46,000 random words. A few words are far more frequent than the others. */
const RANDOM_WORD = `syllables[${buildSkewedNumber(36, 2)}] || syllables[${buildSkewedNumber(36, 1.5)}] || syllables[${buildSkewedNumber(36, 1.5)}]`;

const RANDOM_SENTENCE = `sentences[1 + floor(${SENTENCES.length} * random())::int]`;

/**
 * SQL for the number of messages of a conversation: 150,000 for four, 10,000 for about a hundred, 300 for thousands, few for the
 * others.
 */
const buildLengthExpression = (factor: number) => `
  CASE WHEN n <= 4 THEN ${Math.round(150_000 * factor)} WHEN n <= 100 THEN ${Math.round(10_000 * factor)}
    WHEN n <= ${Math.round(10_000 * factor)} THEN 300 ELSE 1 + floor(-18.5 * ln(1 - random()))::int END`;

/**
 * Builds statements for conversations between seekers and solvers, most of them about a problem; two users share at most one
 * without a problem. The users with the lowest numbers have thousands of conversations, and the longest ones.
 */
export function buildConversationStatements({ people, conversations, messages }: Amounts): string[] {
  const factor = messages / 10_000_000;
  return [
    `CREATE TABLE bench.lengths AS
      SELECT n, CASE WHEN n <= 4 THEN 1 WHEN n <= 100 THEN 1 + n % 10 ELSE ${buildSkewedNumber(people / 2, 2.5)} END AS seeker,
        CASE WHEN n <= 4 THEN n WHEN n <= 100 THEN n ELSE ${buildSkewedNumber(people / 2, 2.5)} END AS solver, ${buildLengthExpression(factor)} AS length,
        now() - interval '1 year' + random() * interval '300 days' AS began
      FROM generate_series(1, ${conversations}) AS n`,
    `CREATE TABLE bench.topics AS SELECT row_number() OVER ()::int AS n, id FROM (SELECT id FROM problems LIMIT ${conversations}) AS selected`,
    `CREATE TABLE bench.planned_conversations AS
      SELECT lengths.n, bench.id_at(began) AS id, seekers.id AS seeker_id, solvers.id AS solver_id, topics.id AS problem_id, length, began,
        (now() - began) / (length + 1) AS pause
      FROM (SELECT *, row_number() OVER (PARTITION BY seeker, solver ORDER BY n) AS again FROM bench.lengths) AS lengths JOIN bench.seekers ON seekers.n = seeker JOIN bench.solvers ON solvers.n = solver
        LEFT JOIN bench.topics ON topics.n = lengths.n AND (lengths.n % 5 <> 0 OR again > 1)`,
    'CREATE INDEX ON bench.planned_conversations (n)',
    `INSERT INTO conversations (id, problem_id, first_id, second_id, last_seq, created_at, updated_at)
      SELECT id, problem_id, least(seeker_id, solver_id), greatest(seeker_id, solver_id), length, began, began + length * pause FROM bench.planned_conversations`,
    // One participant in five has unread messages: most of these the latest few, some all.
    `INSERT INTO participants (conversation_id, user_id, read_seq)
      SELECT id, user_id, CASE WHEN random() < 0.8 THEN length WHEN random() < 0.1 THEN 0 ELSE greatest(0, length - floor(random() * 10)::int) END
      FROM bench.planned_conversations, unnest(ARRAY[seeker_id, solver_id]) AS user_id`,
    'ANALYZE bench.planned_conversations, conversations, participants',
  ];
}

/** Selects ranges `[from, to]` of conversation numbers with about {@link MESSAGES_PER_BATCH} messages each. */
export const SELECT_BATCHES = `
  SELECT min(n)::int AS from, max(n)::int AS to FROM (
    SELECT n, (sum(length) OVER (ORDER BY n) / ${MESSAGES_PER_BATCH})::int AS batch FROM bench.planned_conversations) AS counted
  GROUP BY batch ORDER BY batch`;

/** Inserts all messages of the conversations with these numbers. One message in twenty has a unique word. */
export const buildMessageInsert = (from: number, to: number) => `
  INSERT INTO messages (id, conversation_id, seq, sender_id, client_id, content, created_at)
  SELECT bench.id_at(at), id, seq, CASE WHEN random() < 0.5 THEN seeker_id ELSE solver_id END, gen_random_uuid(),
    ${RANDOM_SENTENCE} || ' ' || ${RANDOM_WORD} || ' ' || ${RANDOM_WORD} || CASE WHEN random() < 0.05 THEN ' Ticket' || n || 'x' || seq ELSE '' END
      || CASE WHEN random() < 0.3 THEN ' ' || ${RANDOM_SENTENCE} ELSE '' END, at
  FROM (SELECT planned.*, seq, began + seq * pause AS at FROM bench.planned_conversations AS planned, generate_series(1, length) AS seq WHERE n BETWEEN ${from} AND ${to}) AS planned_messages,
    (SELECT ARRAY[${SENTENCES.join(', ')}] AS sentences, string_to_array('${SYLLABLES}', ',') AS syllables) AS words`;

/** Adds a file to one message in a hundred, and a reaction to one in two hundred. */
export const FILE_AND_REACTION_STATEMENTS = [
  `CREATE TABLE bench.with_files AS SELECT id AS message_id, conversation_id, seq, sender_id, created_at, bench.id_at(created_at) AS file_id FROM messages TABLESAMPLE SYSTEM (1)`,
  `INSERT INTO files (id, owner_id, name, mime_type, size, sha256, storage_key, purpose, visibility, created_at)
    SELECT file_id, sender_id, 'log.txt', 'text/plain', 2000, md5(file_id::text) || md5(file_id::text), 'sized/' || file_id, 'message', 'private', created_at
    FROM bench.with_files`,
  'INSERT INTO message_files (message_id, file_id, position, conversation_id, seq) SELECT message_id, file_id, 0, conversation_id, seq FROM bench.with_files',
  `INSERT INTO message_reactions (message_id, user_id, emoji, created_at)
    SELECT id, sender_id, '👍', created_at FROM messages TABLESAMPLE SYSTEM (0.5) WHERE seq > 1`,
];
