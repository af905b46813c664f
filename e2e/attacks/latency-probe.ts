import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { parseJson } from './send-request.ts';
import type { Target } from './target.ts';

/** What other people do meanwhile. */
export const REQUEST_KINDS = ['list', 'page', 'message'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** How long each of it took (ms), in the order in which it was done. */
export type Durations = Record<RequestKind, number[]>;

/** Two people who write to each other, and where from. */
export interface Pair {
  ip: string;
  senderToken: string;
  conversationId: string;
  recipientToken: string;
}

/** What the thread is told at its start. */
export interface WorkerInput {
  url: string;
  pairs: Pair[];
  readers: string[];
}

/** What 99 of 100 waited at most for each (ms). */
export type Latencies = Record<RequestKind, number>;

/** Other people, from other addresses, who read and write. */
export interface LatencyProbe {
  /** How long each thing takes them that they begin while something is done. */
  measureDuring(action: () => Promise<void>): Promise<Durations>;
  close(): Promise<void>;
}

const PAIR_COUNT = 10;

async function createPair(target: Target): Promise<Pair> {
  const [sender, recipient, ip] = [target.claimPerson('seeker'), target.claimPerson('solver'), target.newIp()];
  const json = { userId: recipient.id };
  const response = await target.request({ method: 'POST', path: '/api/chat/conversations', ip, token: sender.token, json });
  const conversationId = parseJson<{ conversation: { _id: string } }>(response).conversation?._id;
  if (conversationId === undefined) throw new Error(`No conversation could be opened: ${response.status} ${response.text}`);
  return { ip, senderToken: sender.token, recipientToken: recipient.token, conversationId };
}

/** The value under which 99 of 100 lie; of fewer, a single one does not count. */
function p99(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * 0.99)] ?? Number.NaN;
}

/** What they felt in all of these times. */
export function computeLatencies(samples: readonly Durations[]): Latencies {
  const latencyFor = (kind: RequestKind) => p99(samples.flatMap((times) => times[kind]));
  return { list: latencyFor('list'), page: latencyFor('page'), message: latencyFor('message') };
}

/** Brings other people in; they act in a thread of their own. */
export async function startLatencyProbe(target: Target): Promise<LatencyProbe> {
  const pairs = await Promise.all(Array.from({ length: PAIR_COUNT }, () => createPair(target)));
  const readers = Array.from({ length: PAIR_COUNT }, () => target.newIp());
  const workerData: WorkerInput = { url: target.url, pairs, readers };
  // Both are in the folder of the bundle.
  const worker = new Worker(join(dirname(fileURLToPath(import.meta.url)), 'others.js'), { workerData });
  return {
    async measureDuring(action) {
      worker.postMessage('begin');
      await action();
      worker.postMessage('end');
      // The thread says nothing else.
      const [times] = (await once(worker, 'message')) as [Durations];
      return times;
    },
    close: async () => void (await worker.terminate()),
  };
}
