import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { APP_KEY_HEADER } from '@solvent/contracts';
import { sendRequest } from './chat-client.ts';
import type { Person } from './chat-client.ts';
import { quantile } from './compare.ts';

/** Time limit of ordinary requests (ms), for 99 of 100. */
export const QUICK = 100;
/** Duration of each rate (s), and the factor to the next one. */
const SECONDS = 10;
const STEP = 1.25;
/** One that is not answered by then (ms) has failed. */
const TIMEOUT = 10_000;

/** A request that people make often. */
export interface VisitRequest {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  /** Whether it needs an account; pages are public. */
  as: 'anyone' | 'person' | 'page';
  body?: (person: Person) => object;
}

/** Requests of a visit: pages, their data, and occasionally a write. @param problems some ids */
export function buildVisit(problems: readonly string[]): VisitRequest[] {
  const get = (name: string, path: string, as: VisitRequest['as'] = 'anyone'): VisitRequest => ({
    name,
    method: 'GET',
    path,
    as,
  });
  return [
    get('page /problems', '/problems', 'page'),
    get('list of problems', '/api/problems'),
    get('search of problems', '/api/problems?search=react'),
    ...problems.map((id) => get('a problem', `/api/problems/${id}`)),
    get('catalogue of modules', '/api/modules'),
    get('conversations', '/api/chat/conversations', 'person'),
    get('notifications', '/api/notifications', 'person'),
    get('page /home', '/home', 'page'),
    {
      name: 'a message',
      method: 'POST',
      path: '/api/chat/messages',
      as: 'person',
      body: ({ conversationId }) => ({ conversationId, clientId: randomUUID(), content: 'How far are you with the importer?' }),
    },
  ];
}

/** Number and times of responses. */
export interface Answers {
  /** Requests a second that were answered. */
  rate: number;
  p50: number;
  p99: number;
  /** Requests that were not answered as they should be. */
  failed: number;
}

const buildHeaders = ({ as, body }: VisitRequest, { token, from }: Person, appKey: string): Record<string, string> => ({
  'x-forwarded-for': from,
  'accept-encoding': 'br',
  ...(as !== 'page' && { [APP_KEY_HEADER]: appKey }),
  ...(as === 'person' && { authorization: `Bearer ${token}` }),
  ...(body && { 'content-type': 'application/json' }),
});

/** As browsers do: connections are kept, and there are as many as are needed. */
const agent = new Agent({ keepAlive: true });

/** Sends one request. @returns whether the response was as expected */
async function isAnswered(url: string, appKey: string, person: Person, one: VisitRequest): Promise<boolean> {
  const body = one.body && JSON.stringify(one.body(person));
  const question = { method: one.method, agent, headers: buildHeaders(one, person, appKey), timeout: TIMEOUT, body };
  const status = await sendRequest(url + one.path, question).catch(() => undefined);
  return status !== undefined && status < 300;
}

/**
 * Sends requests at a rate, at independent random times, without waiting for responses. Latency is measured from when a
 * request was due.
 * @param rate requests a second
 */
async function sendAtRate(
  rate: number,
  url: string,
  appKey: string,
  people: readonly Person[],
  requests: readonly VisitRequest[],
): Promise<Answers> {
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  let failed = 0;
  const began = performance.now();
  const moments = Array.from({ length: rate * SECONDS }, () => began + Math.random() * SECONDS * 1000);
  for (const due of moments.toSorted((one, other) => one - other)) {
    const ahead = due - performance.now();
    if (ahead > 1) await wait(ahead);
    const number = pending.length;
    const [person, one] = [people[number % people.length], requests[number % requests.length]];
    if (person === undefined || one === undefined) break;
    pending.push(
      isAnswered(url, appKey, person, one).then((isWell) => {
        times.push(performance.now() - due);
        if (!isWell) failed += 1;
      }),
    );
  }
  await Promise.all(pending);
  const seconds = (performance.now() - began) / 1000;
  return { rate: times.length / seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99), failed };
}

/**
 * Finds the highest rate at which 99 of 100 responses take {@link QUICK} at most and none fails, in steps of a quarter.
 * @param onRate receives each rate that was tried
 */
export async function highestRate(
  url: string,
  appKey: string,
  people: readonly Person[],
  requests: readonly VisitRequest[],
  onRate: (tried: Answers & { requestedRate: number }) => void,
): Promise<Answers | undefined> {
  await sendAtRate(20, url, appKey, people, requests);
  let best: Answers | undefined;
  for (let rate = 40; ; rate = Math.round(rate * STEP)) {
    const answers = await sendAtRate(rate, url, appKey, people, requests);
    onRate({ ...answers, requestedRate: rate });
    if (answers.p99 > QUICK || answers.failed > 0 || answers.rate < rate * 0.95) return best;
    best = answers;
  }
}

/** Sends each request a number of times, one by one. @param counted returns the number of statements so far */
export async function measureStatements(
  url: string,
  appKey: string,
  person: Person,
  requests: readonly VisitRequest[],
  counted: () => Promise<number>,
): Promise<Record<string, number>> {
  const TIMES = 50;
  const found: Record<string, number> = {};
  for (const one of requests) {
    const before = await counted();
    for (let time = 0; time < TIMES; time += 1) {
      const body = one.body && JSON.stringify(one.body(person));
      const answer = await fetch(url + one.path, {
        method: one.method,
        headers: buildHeaders(one, person, appKey),
        ...(body && { body }),
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${one.method} ${one.path} was answered ${answer.status}`);
    }
    found[one.name] = ((await counted()) - before) / TIMES;
  }
  return found;
}
