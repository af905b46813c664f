import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { said } from './ask.ts';
import type { World } from './world.ts';

/** What other people do meanwhile. */
export const KINDS = ['list', 'page', 'message'] as const;
export type Kind = (typeof KINDS)[number];

/** How long each of it took (ms), in the order in which it was done. */
export type Times = Record<Kind, number[]>;

/** Two people who write to each other, and where from. */
export interface Pair {
  from: string;
  senderToken: string;
  conversationId: string;
  recipientToken: string;
}

/** What the thread is told at its start. */
export interface Others {
  url: string;
  pairs: Pair[];
  readers: string[];
}

/** What 99 of 100 waited at most for each (ms). */
export type Feelings = Record<Kind, number>;

/** Other people, from other addresses, who read and write. */
export interface Watched {
  /** How long each thing takes them that they begin while something is done. */
  during(deed: () => Promise<void>): Promise<Times>;
  close(): Promise<void>;
}

const PAIRS = 10;

async function pairOf(world: World): Promise<Pair> {
  const [sender, recipient, from] = [world.person('seeker'), world.person('solver'), world.network()];
  const json = { userId: recipient.id };
  const answer = await world.ask({ method: 'POST', path: '/api/chat/conversations', from, token: sender.token, json });
  const conversationId = said<{ conversation: { _id: string } }>(answer).conversation?._id;
  if (conversationId === undefined) throw new Error(`No conversation could be opened: ${answer.status} ${answer.text}`);
  return { from, senderToken: sender.token, recipientToken: recipient.token, conversationId };
}

/** The value under which 99 of 100 lie; of fewer, a single one does not count. */
function p99(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * 0.99)] ?? Number.NaN;
}

/** What they felt in all of these times. */
export function feelingsOf(taken: readonly Times[]): Feelings {
  const of = (kind: Kind) => p99(taken.flatMap((times) => times[kind]));
  return { list: of('list'), page: of('page'), message: of('message') };
}

/** Brings other people in; they act in a thread of their own. */
export async function watchOthers(world: World): Promise<Watched> {
  const pairs = await Promise.all(Array.from({ length: PAIRS }, () => pairOf(world)));
  const readers = Array.from({ length: PAIRS }, () => world.network());
  const workerData: Others = { url: world.url, pairs, readers };
  // Both are in the folder of the bundle.
  const worker = new Worker(join(dirname(fileURLToPath(import.meta.url)), 'others.js'), { workerData });
  return {
    async during(deed) {
      worker.postMessage('begin');
      await deed();
      worker.postMessage('end');
      // The thread says nothing else.
      const [times] = (await once(worker, 'message')) as [Times];
      return times;
    },
    close: async () => void (await worker.terminate()),
  };
}
