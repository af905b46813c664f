import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { APP_KEY_HEADER } from '@solvent/contracts';
import { ask } from './chat-client.ts';
import type { Person } from './chat-client.ts';
import { quantile } from './compare.ts';

/** What people ask for has this time (ms), for 99 of 100. */
export const QUICK = 100;
/** Each rate is asked at for so long (s), and the next one is so much higher. */
const SECONDS = 10;
const STEP = 1.25;
/** One that is not answered by then (ms) has failed. */
const TIMEOUT = 10_000;

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

/** As browsers do: connections are kept, and there are as many as are needed. */
const agent = new Agent({ keepAlive: true });

/** Asks for one thing. @returns whether it was answered as it should be */
async function isAnswered(url: string, appKey: string, person: Person, one: Asked): Promise<boolean> {
  const body = one.body && JSON.stringify(one.body(person));
  const question = { method: one.method, agent, headers: headersOf(one, person, appKey), timeout: TIMEOUT, body };
  const status = await ask(url + one.path, question).catch(() => undefined);
  return status !== undefined && status < 300;
}

/**
 * Asks at a rate, whatever the answers take, at moments that know nothing of each other, as those of people who do not know
 * each other are: one that is late is measured from when it was due.
 * @param rate requests a second
 */
async function askAt(
  rate: number,
  url: string,
  appKey: string,
  people: readonly Person[],
  asked: readonly Asked[],
): Promise<Answers> {
  const times: number[] = [];
  const asking: Promise<void>[] = [];
  let failed = 0;
  const began = performance.now();
  const moments = Array.from({ length: rate * SECONDS }, () => began + Math.random() * SECONDS * 1000);
  for (const due of moments.toSorted((one, other) => one - other)) {
    const ahead = due - performance.now();
    if (ahead > 1) await wait(ahead);
    const number = asking.length;
    const [person, one] = [people[number % people.length], asked[number % asked.length]];
    if (person === undefined || one === undefined) break;
    asking.push(
      isAnswered(url, appKey, person, one).then((isWell) => {
        times.push(performance.now() - due);
        if (!isWell) failed += 1;
      }),
    );
  }
  await Promise.all(asking);
  const seconds = (performance.now() - began) / 1000;
  return { rate: times.length / seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99), failed };
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
