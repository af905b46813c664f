import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../database.ts';
import type { Person } from '../people.ts';
import type { Random } from '../random.ts';

export interface Failure {
  at: number;
  action: string;
  reason: string;
}

export interface ResponseTime {
  at: number;
  durationMs: number;
}

interface Completed {
  problems: { title: string; fileName: string }[];
  bids: { problemId: string; solverId: string }[];
  signIns: number;
  visits: number;
}

export interface Workload {
  done: Completed;
  failures: Failure[];
  responseTimes: ResponseTime[];
  /** Valid requests that the server refused. */
  refusals: string[];
  start(): void;
  /** Resolves once running actions are done. */
  pause(): Promise<void>;
  /** Compares confirmed actions with the database. */
  check(database: Database): Promise<{ lost: number; twice: number }>;
}

interface WorkloadOptions {
  url: string;
  seekers: Person[];
  solvers: Person[];
  password: string;
  random: Random;
}

const RETRY_DELAY_MS = 400;
const TIMEOUT_MS = 30_000;
const PAUSE_MS = 250;
const PAGES = ['/', '/problems', '/toolbox', '/privacy', '/api/problems?limit=10', '/api/modules?limit=10'];
const FILE_BYTES = 200 * 1024;

class RefusedError extends Error {}

interface RequestOptions {
  person?: Person;
  method?: string;
  body?: object | FormData;
  key?: string;
}

function buildRequest({ person, method = 'GET', body, key }: RequestOptions): RequestInit {
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
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
}

/** @throws RefusedError if a retry would not help */
async function request(url: string, path: string, options: RequestOptions = {}): Promise<string> {
  const response = await fetch(`${url}${path}`, buildRequest(options));
  const text = await response.text();
  if (response.ok) return text;
  const message = `${response.status}: ${text.slice(0, 200)}`;
  throw response.status >= 400 && response.status < 500 && response.status !== 429
    ? new RefusedError(message)
    : new Error(message);
}

const describeError = (error: unknown) =>
  error instanceof Error
    ? [error.message, error.cause instanceof Error ? error.cause.message : ''].join(' ').trim()
    : String(error);

/** Creates users who post problems with a file, bid, sign in and open pages, one action after the other. */
export function createWorkload({ url, seekers, solvers, password, random }: WorkloadOptions): Workload {
  const failures: Failure[] = [];
  const responseTimes: ResponseTime[] = [];
  const refusals: string[] = [];
  const done: Completed = { problems: [], bids: [], signIns: 0, visits: 0 };
  const openProblems: string[] = [];
  const state = { isOver: true };
  let running: Promise<unknown> = Promise.resolve();

  async function retryUntilDone<Result>(action: string, perform: () => Promise<Result>): Promise<Result | undefined> {
    for (;;) {
      const startedAt = performance.now();
      try {
        const result = await perform();
        responseTimes.push({ at: performance.now(), durationMs: performance.now() - startedAt });
        return result;
      } catch (error) {
        failures.push({ at: performance.now(), action, reason: describeError(error) });
        if (error instanceof RefusedError) return void refusals.push(`${action}: ${error.message}`);
        await wait(RETRY_DELAY_MS);
      }
    }
  }

  async function postProblem(person: Person): Promise<void> {
    const fileName = `${randomUUID()}.txt`;
    const bytes = randomBytes(FILE_BYTES / 2).toString('hex');
    const uploaded = await retryUntilDone('a file', () => {
      const body = new FormData();
      body.set('file', new File([bytes], fileName, { type: 'text/plain' }));
      return request(url, '/api/file-upload?purpose=attachment', { person, method: 'POST', body });
    });
    if (uploaded === undefined) return;
    // The response type of the route (shared/contracts/src/files.ts).
    const { file } = JSON.parse(uploaded) as { file: { _id: string } };
    const [key, title] = [randomUUID(), `Our importer loses rows: ${randomUUID()}`];
    const text = 'It stops in the middle of a file without an error.';
    const body = { title, body: text, category: 'backend', tags: ['Go'], budget: 100, attachments: [file._id] };
    const posted = await retryUntilDone('a problem', () => request(url, '/api/problems', { person, method: 'POST', body, key }));
    if (posted === undefined) return;
    done.problems.push({ title, fileName });
    openProblems.push((JSON.parse(posted) as { problem: { _id: string } }).problem._id);
  }

  async function placeBid(person: Person, bidOn: Set<string>): Promise<void> {
    const problemId = openProblems.findLast((id) => !bidOn.has(id));
    if (problemId === undefined) return;
    bidOn.add(problemId);
    const key = randomUUID();
    const body = { problemId, amount: 50, message: 'I have done this before, in three projects of this size.', estimatedDays: 3 };
    const placed = await retryUntilDone('a bid', () => request(url, '/api/bids', { person, method: 'POST', body, key }));
    if (placed !== undefined) done.bids.push({ problemId, solverId: person.id });
  }

  async function signIn(person: Person): Promise<void> {
    const body = { email: `${person.id}@example.com`, password };
    const response = await retryUntilDone('a sign-in', () => request(url, '/api/auth/login', { method: 'POST', body }));
    if (response === undefined) return;
    const { token } = (JSON.parse(response) as { user: { token: string } }).user;
    await retryUntilDone('the first request after a sign-in', () =>
      request(url, '/api/auth/sessions', { person: { ...person, token } }),
    );
    done.signIns += 1;
  }

  async function visitPage(): Promise<void> {
    const page = random.pick(PAGES);
    await retryUntilDone(page, () => request(url, page));
    done.visits += 1;
  }

  async function repeat(perform: () => Promise<void>, pauseMs = PAUSE_MS): Promise<void> {
    await wait(random.between(0, pauseMs));
    while (!state.isOver) {
      await perform();
      await wait(pauseMs);
    }
  }

  const bidders = solvers.map((person) => ({ person, bidOn: new Set<string>() }));
  return {
    done,
    failures,
    responseTimes,
    refusals,
    start() {
      state.isOver = false;
      running = Promise.all([
        ...seekers.slice(1).map((person) => repeat(() => postProblem(person), 2 * PAUSE_MS)),
        ...bidders.map(({ person, bidOn }) => repeat(() => placeBid(person, bidOn))),
        // Hashing a password takes 50 ms of a core.
        ...seekers.slice(0, 1).map((person) => repeat(() => signIn(person), 4 * PAUSE_MS)),
        ...Array.from({ length: 4 }, () => repeat(visitPage, PAUSE_MS / 2)),
      ]);
    },
    async pause() {
      state.isOver = true;
      await running;
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
