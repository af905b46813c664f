import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Autocannon from 'autocannon';
import { APP_KEY_HEADER } from '@solvent/contracts';
import { ROOT } from '../../../scripts/setup/root.mjs';
import type { Person } from './chat-client.ts';

const requireOfBench = createRequire(join(ROOT, 'dev/bench/package.json'));
// The types are the package's own.
const autocannon = requireOfBench('autocannon') as typeof Autocannon.default;

/** Connections that ask, each of somebody at an address of their own, as many as the busiest server is asked over at once. */
const CONNECTIONS = 100;
/** What people ask for has this time (ms), for 99 of 100. */
export const QUICK = 100;
/** Each rate is asked at for so long (s), and the next one is so much higher. */
const SECONDS = 10;
const STEP = 1.25;

/** A request that people make often. */
export interface Asked {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  /** Whether it needs an account; pages do not say who asks. */
  as: 'anyone' | 'person' | 'page';
  body?: (person: Person) => object;
}

/** What a visit is made of: pages, what they ask for, and now and then something that is written. @param problems ids of some */
export function visitOf(problems: readonly string[]): Asked[] {
  const get = (name: string, path: string, as: Asked['as'] = 'anyone'): Asked => ({ name, method: 'GET', path, as });
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

/** What answered, and how quickly. */
export interface Answers {
  /** Requests a second that were answered. */
  rate: number;
  p50: number;
  p99: number;
  /** Requests that were not answered as they should be. */
  failed: number;
}

const headersOf = ({ as, body }: Asked, { token, from }: Person, appKey: string): Record<string, string> => ({
  'x-forwarded-for': from,
  'accept-encoding': 'br',
  ...(as !== 'page' && { [APP_KEY_HEADER]: appKey }),
  ...(as === 'person' && { authorization: `Bearer ${token}` }),
  ...(body && { 'content-type': 'application/json' }),
});

/**
 * Asks at a rate, whatever the answers take: one that is late is measured from when it was due.
 * @param rate requests a second
 */
async function askAt(
  rate: number,
  url: string,
  appKey: string,
  people: readonly Person[],
  asked: readonly Asked[],
): Promise<Answers> {
  let begun = 0;
  const result = await autocannon({
    url,
    connections: Math.min(CONNECTIONS, people.length, rate),
    overallRate: rate,
    duration: SECONDS,
    setupClient: (client) => {
      const person = people[begun % people.length];
      if (person === undefined) return;
      // Each begins at another place of the visit.
      const turned = [...asked.slice(begun % asked.length), ...asked.slice(0, begun % asked.length)];
      begun += 1;
      client.setRequests(
        turned.map((one) => ({
          method: one.method,
          path: one.path,
          headers: headersOf(one, person, appKey),
          ...(one.body && { setupRequest: (request) => ({ ...request, body: JSON.stringify(one.body?.(person)) }) }),
        })),
      );
    },
  });
  const { requests, latency, non2xx, errors, timeouts } = result;
  return { rate: requests.average, p50: latency.p50, p99: latency.p99, failed: non2xx + errors + timeouts };
}

/**
 * The highest rate at which 99 of 100 answers take {@link QUICK} at most and none fails, in steps of a quarter.
 * @param tell hears of each rate that was tried
 */
export async function highestRate(
  url: string,
  appKey: string,
  people: readonly Person[],
  asked: readonly Asked[],
  tell: (tried: Answers & { asked: number }) => void,
): Promise<Answers | undefined> {
  await askAt(20, url, appKey, people, asked);
  let best: Answers | undefined;
  for (let rate = 40; ; rate = Math.round(rate * STEP)) {
    const answers = await askAt(rate, url, appKey, people, asked);
    tell({ ...answers, asked: rate });
    if (answers.p99 > QUICK || answers.failed > 0 || answers.rate < rate * 0.95) return best;
    best = answers;
  }
}

/** Asks for each thing so many times, one after the other. @param counted is told how many statements ran until then */
export async function statementsOf(
  url: string,
  appKey: string,
  person: Person,
  asked: readonly Asked[],
  counted: () => Promise<number>,
): Promise<Record<string, number>> {
  const TIMES = 50;
  const found: Record<string, number> = {};
  for (const one of asked) {
    const before = await counted();
    for (let time = 0; time < TIMES; time += 1) {
      const body = one.body && JSON.stringify(one.body(person));
      const answer = await fetch(url + one.path, {
        method: one.method,
        headers: headersOf(one, person, appKey),
        ...(body && { body }),
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${one.method} ${one.path} was answered ${answer.status}`);
    }
    found[one.name] = ((await counted()) - before) / TIMES;
  }
  return found;
}
