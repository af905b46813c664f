import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { parseJson } from './send-request.ts';
import type { Target } from './target.ts';

export const REQUEST_KINDS = ['list', 'page', 'message'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** Response times (ms) in the order of requests. */
export type Durations = Record<RequestKind, number[]>;

export interface Pair {
  ip: string;
  senderToken: string;
  conversationId: string;
  recipientToken: string;
}

export interface WorkerInput {
  url: string;
  pairs: Pair[];
  readers: string[];
}

/** 99th percentile of each kind (ms). */
export type Latencies = Record<RequestKind, number>;

/** Users from other addresses who read and send messages. */
export interface LatencyProbe {
  /** Runs `action`. @returns response times of requests that began while it ran */
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

function getPercentile99(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * 0.99)] ?? Number.NaN;
}

export function computeLatencies(samples: readonly Durations[]): Latencies {
  const computeLatency = (kind: RequestKind) => getPercentile99(samples.flatMap((times) => times[kind]));
  return { list: computeLatency('list'), page: computeLatency('page'), message: computeLatency('message') };
}

/** Starts users in a worker thread, so that they do not wait for the attacker's own work. */
export async function startLatencyProbe(target: Target): Promise<LatencyProbe> {
  const pairs = await Promise.all(Array.from({ length: PAIR_COUNT }, () => createPair(target)));
  const readers = Array.from({ length: PAIR_COUNT }, () => target.newIp());
  const workerData: WorkerInput = { url: target.url, pairs, readers };
  // Both are in the folder of the bundle.
  const worker = new Worker(join(dirname(fileURLToPath(import.meta.url)), 'latency-worker.js'), { workerData });
  return {
    async measureDuring(action) {
      worker.postMessage('begin');
      await action();
      worker.postMessage('end');
      const [times] = (await once(worker, 'message')) as [Durations];
      return times;
    },
    close: async () => void (await worker.terminate()),
  };
}
