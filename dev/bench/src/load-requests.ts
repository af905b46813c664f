import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { APP_KEY_HEADER } from '@solvent/contracts';
import { sendRequest } from './chat-client.ts';
import type { Person } from './chat-client.ts';
import { quantile } from './compare.ts';

/** Maximum p99 of response times. */
export const MAX_P99_MS = 100;
/** Duration of the load at each rate. */
const RATE_DURATION_SECONDS = 10;
/** Factor between a rate and the next one. */
const RATE_FACTOR = 1.25;
/** Requests that take longer count as failed. */
const REQUEST_TIMEOUT_MS = 10_000;

/** A frequent request. */
export interface VisitRequest {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  /** `person` requests need an account; `page` requests load an HTML page. */
  as: 'anyone' | 'person' | 'page';
  body?: (person: Person) => object;
}

/** Lists the requests of a visit: pages, their data, and a message. @param problems ids of some problems */
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

/** Result of sending requests at one rate; times in ms. */
export interface RateResult {
  /** Responses per second. */
  rate: number;
  p50: number;
  p99: number;
  /** Requests with an error, a timeout or an unexpected status. */
  failed: number;
}

const buildHeaders = ({ as, body }: VisitRequest, { token, clientAddress }: Person, appKey: string): Record<string, string> => ({
  'x-forwarded-for': clientAddress,
  'accept-encoding': 'br',
  ...(as !== 'page' && { [APP_KEY_HEADER]: appKey }),
  ...(as === 'person' && { authorization: `Bearer ${token}` }),
  ...(body && { 'content-type': 'application/json' }),
});

/** Keeps connections open and opens as many as needed, like browsers. */
const agent = new Agent({ keepAlive: true });

/** Sends one request. @returns whether it succeeded */
async function attemptRequest(url: string, appKey: string, person: Person, one: VisitRequest): Promise<boolean> {
  const body = one.body && JSON.stringify(one.body(person));
  const settings = { method: one.method, agent, headers: buildHeaders(one, person, appKey), timeout: REQUEST_TIMEOUT_MS, body };
  const status = await sendRequest(url + one.path, settings).catch(() => undefined);
  return status !== undefined && status < 300;
}

/**
 * Sends requests at a rate, at independent random times, without waiting for responses. Latency is measured from the time when a
 * request was due.
 * @param rate requests per second
 */
async function sendAtRate(
  rate: number,
  url: string,
  appKey: string,
  people: readonly Person[],
  requests: readonly VisitRequest[],
): Promise<RateResult> {
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  let failed = 0;
  const began = performance.now();
  const dueTimes = Array.from(
    { length: rate * RATE_DURATION_SECONDS },
    () => began + Math.random() * RATE_DURATION_SECONDS * 1000,
  );
  for (const due of dueTimes.toSorted((one, other) => one - other)) {
    const delay = due - performance.now();
    if (delay > 1) await wait(delay);
    const number = pending.length;
    const [person, one] = [people[number % people.length], requests[number % requests.length]];
    if (person === undefined || one === undefined) break;
    pending.push(
      attemptRequest(url, appKey, person, one).then((hasSucceeded) => {
        times.push(performance.now() - due);
        if (!hasSucceeded) failed += 1;
      }),
    );
  }
  await Promise.all(pending);
  const seconds = (performance.now() - began) / 1000;
  return { rate: times.length / seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99), failed };
}

/**
 * Finds the highest rate at which no request fails and 99 of 100 responses take at most {@link MAX_P99_MS}. Increases the rate in
 * steps of a quarter.
 * @param onRate receives the result of each rate
 */
export async function findHighestRate(
  url: string,
  appKey: string,
  people: readonly Person[],
  requests: readonly VisitRequest[],
  onRate: (tried: RateResult & { requestedRate: number }) => void,
): Promise<RateResult | undefined> {
  await sendAtRate(20, url, appKey, people, requests);
  let best: RateResult | undefined;
  for (let rate = 40; ; rate = Math.round(rate * RATE_FACTOR)) {
    const result = await sendAtRate(rate, url, appKey, people, requests);
    onRate({ ...result, requestedRate: rate });
    if (result.p99 > MAX_P99_MS || result.failed > 0 || result.rate < rate * 0.95) return best;
    best = result;
  }
}

/**
 * Measures the number of SQL statements per request, by sending each request repeatedly.
 * @param countStatements returns the number of statements so far
 */
export async function measureStatements(
  url: string,
  appKey: string,
  person: Person,
  requests: readonly VisitRequest[],
  countStatements: () => Promise<number>,
): Promise<Record<string, number>> {
  const REPETITIONS = 50;
  const found: Record<string, number> = {};
  for (const one of requests) {
    const before = await countStatements();
    for (let time = 0; time < REPETITIONS; time += 1) {
      const body = one.body && JSON.stringify(one.body(person));
      const response = await fetch(url + one.path, {
        method: one.method,
        headers: buildHeaders(one, person, appKey),
        ...(body && { body }),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${one.method} ${one.path} was answered ${response.status}`);
    }
    found[one.name] = ((await countStatements()) - before) / REPETITIONS;
  }
  return found;
}
