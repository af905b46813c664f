import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '../database.ts';
import type { Person } from '../people.ts';
import type { Chance } from '../random.ts';
import { rest } from '../wait.ts';

/** A request that somebody saw fail, with its moment (ms of this process). */
export interface Failure {
  at: number;
  what: string;
  why: string;
}

/** An answer that somebody had to wait for (moment in ms of this process, time in ms). */
export interface Wait {
  at: number;
  time: number;
}

/** What people have done and were told that it is done. */
interface Done {
  problems: { title: string; fileName: string }[];
  bids: { problemId: string; solverId: string }[];
  signIns: number;
  looks: number;
}

/** People at work with all but messages. */
export interface Work {
  done: Done;
  failures: Failure[];
  /** How long each answer took that somebody got. */
  waits: Wait[];
  /** What a server has refused for good though it broke no rule, in its words. */
  refusals: string[];
  /** Goes on; settles with {@link pause}. */
  begin(): void;
  /** Ends when all that was begun is done. */
  pause(): Promise<void>;
  /** What of it the database lacks, and has twice. */
  check(database: Database): Promise<{ lost: number; twice: number }>;
}

interface Place {
  url: string;
  seekers: Person[];
  solvers: Person[];
  /** All have it. */
  password: string;
  chance: Chance;
}

/** A person gives up on no deed, and tries again after so long (ms). */
const AGAIN = 400;
/** No answer of a server that is up takes longer (ms). */
const TIMEOUT = 30_000;
/** Between two deeds of one person (ms). */
const BETWEEN = 250;
const PAGES = ['/', '/problems', '/toolbox', '/privacy', '/api/problems?limit=10', '/api/modules?limit=10'];
const FILE_BYTES = 200 * 1024;

/** An answer that will be the same however often it is asked for. */
class Refusal extends Error {}

interface Asked {
  person?: Person;
  method?: string;
  body?: object | FormData;
  key?: string;
}

function requestOf({ person, method = 'GET', body, key }: Asked): RequestInit {
  const isForm = body instanceof FormData;
  return {
    method,
    headers: {
      'x-app-key': 'solvent-web',
      ...(person && { authorization: `Bearer ${person.token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT),
  };
}

/** @throws Refusal where nothing but another request would help */
async function ask(url: string, path: string, asked: Asked = {}): Promise<string> {
  const response = await fetch(`${url}${path}`, requestOf(asked));
  const text = await response.text();
  if (response.ok) return text;
  const said = `${response.status}: ${text.slice(0, 200)}`;
  throw response.status >= 400 && response.status < 500 && response.status !== 429 ? new Refusal(said) : new Error(said);
}

const whyOf = (error: unknown) =>
  error instanceof Error
    ? [error.message, error.cause instanceof Error ? error.cause.message : ''].join(' ').trim()
    : String(error);

/** Lets people work: they post problems with a file, bid, sign in and look around, each one thing after the other. */
export function createWork({ url, seekers, solvers, password, chance }: Place): Work {
  const failures: Failure[] = [];
  const waits: Wait[] = [];
  const refusals: string[] = [];
  const done: Done = { problems: [], bids: [], signIns: 0, looks: 0 };
  const open: string[] = [];
  const state = { isOver: true };
  let underWay: Promise<unknown> = Promise.resolve();

  /** Does something until it is done, as somebody does who sees that it failed. Undefined: it is refused. */
  async function untilDone<Result>(what: string, act: () => Promise<Result>): Promise<Result | undefined> {
    for (;;) {
      const begun = performance.now();
      try {
        const result = await act();
        waits.push({ at: performance.now(), time: performance.now() - begun });
        return result;
      } catch (error) {
        failures.push({ at: performance.now(), what, why: whyOf(error) });
        if (error instanceof Refusal) return void refusals.push(`${what}: ${error.message}`);
        await rest(AGAIN);
      }
    }
  }

  async function post(person: Person): Promise<void> {
    const fileName = `${randomUUID()}.txt`;
    const bytes = randomBytes(FILE_BYTES / 2).toString('hex');
    const uploaded = await untilDone('a file', () => {
      const body = new FormData();
      body.set('file', new File([bytes], fileName, { type: 'text/plain' }));
      return ask(url, '/api/file-upload?purpose=attachment', { person, method: 'POST', body });
    });
    if (uploaded === undefined) return;
    // The contract of the route (shared/contracts/src/files.ts).
    const { file } = JSON.parse(uploaded) as { file: { _id: string } };
    const [key, title] = [randomUUID(), `Our importer loses rows: ${randomUUID()}`];
    const text = 'It stops in the middle of a file and says nothing of it.';
    const body = { title, body: text, category: 'backend', tags: ['Go'], budget: 100, attachments: [file._id] };
    const posted = await untilDone('a problem', () => ask(url, '/api/problems', { person, method: 'POST', body, key }));
    if (posted === undefined) return;
    done.problems.push({ title, fileName });
    open.push((JSON.parse(posted) as { problem: { _id: string } }).problem._id);
  }

  async function bid(person: Person, bidOn: Set<string>): Promise<void> {
    const problemId = open.findLast((id) => !bidOn.has(id));
    if (problemId === undefined) return;
    bidOn.add(problemId);
    const key = randomUUID();
    const body = { problemId, amount: 50, message: 'I have done this before, in three projects of this size.', estimatedDays: 3 };
    const placed = await untilDone('a bid', () => ask(url, '/api/bids', { person, method: 'POST', body, key }));
    if (placed !== undefined) done.bids.push({ problemId, solverId: person.id });
  }

  async function signIn(person: Person): Promise<void> {
    const body = { email: `${person.id}@example.com`, password };
    const answer = await untilDone('a sign-in', () => ask(url, '/api/auth/login', { method: 'POST', body }));
    if (answer === undefined) return;
    const { token } = (JSON.parse(answer) as { user: { token: string } }).user;
    await untilDone('the first look after a sign-in', () => ask(url, '/api/auth/sessions', { person: { ...person, token } }));
    done.signIns += 1;
  }

  async function look(): Promise<void> {
    const page = chance.pick(PAGES);
    await untilDone(page, () => ask(url, page));
    done.looks += 1;
  }

  async function loop(act: () => Promise<void>, between = BETWEEN): Promise<void> {
    await rest(chance.between(0, between));
    while (!state.isOver) {
      await act();
      await rest(between);
    }
  }

  const bidders = solvers.map((person) => ({ person, bidOn: new Set<string>() }));
  return {
    done,
    failures,
    waits,
    refusals,
    begin() {
      state.isOver = false;
      underWay = Promise.all([
        ...seekers.slice(1).map((person) => loop(() => post(person), 2 * BETWEEN)),
        ...bidders.map(({ person, bidOn }) => loop(() => bid(person, bidOn))),
        // A password takes a twentieth of a second of a core.
        ...seekers.slice(0, 1).map((person) => loop(() => signIn(person), 4 * BETWEEN)),
        ...Array.from({ length: 4 }, () => loop(look, BETWEEN / 2)),
      ]);
    },
    async pause() {
      state.isOver = true;
      await underWay;
    },
    async check(database) {
      const problems = await database.query<{ title: string; fileName: string | null; count: number }>(
        `SELECT p.title, count(*) OVER (PARTITION BY p.title)::int AS count, f.name AS "fileName" FROM problems p
         LEFT JOIN problem_files pf ON pf.problem_id = p.id LEFT JOIN files f ON f.id = pf.file_id`,
      );
      const byTitle = new Map(problems.map((problem) => [problem.title, problem]));
      const bids = await database.query<{ key: string; count: number }>(
        `SELECT problem_id || ' ' || solver_id AS key, count(*)::int AS count FROM bids GROUP BY 1`,
      );
      const keys = new Set(bids.map(({ key }) => key));
      const lost = [
        ...done.problems.filter(({ title, fileName }) => byTitle.get(title)?.fileName !== fileName),
        ...done.bids.filter(({ problemId, solverId }) => !keys.has(`${problemId} ${solverId}`)),
        ...refusals,
      ];
      const twice = [...problems, ...bids].reduce((sum, { count }) => sum + (count > 1 ? 1 : 0), 0);
      return { lost: lost.length, twice };
    },
  };
}
