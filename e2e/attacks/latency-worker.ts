import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { io } from 'socket.io-client';
import { sendRequest } from './send-request.ts';
import type { RequestOptions } from './send-request.ts';
import type { RequestKind, WorkerInput, Pair, Durations } from './latency-probe.ts';

/** Requests are sent at these intervals (ms) even while earlier ones are pending, so that a blocked server shows in the measured times. */
const INTERVALS_MS: Record<RequestKind, number> = { list: 20, page: 40, message: 100 };
/** A slower request counts as failed. */
const TIMEOUT_MS = 60_000;

/** @returns a function that sends the next pair's message and resolves with whether it arrived */
function createMessageSender(url: string, pairs: Pair[]): () => Promise<boolean> {
  const arrivals = new Map<string, () => void>();
  for (const { recipientToken, ip } of pairs) {
    const socket = io(url, {
      transports: ['websocket'],
      auth: { token: recipientToken },
      extraHeaders: { 'x-forwarded-for': ip },
      forceNew: true,
    });
    socket.on('message', ({ clientId }: { clientId: string }) => arrivals.get(clientId)?.());
  }
  let next = 0;
  return async () => {
    const pair = pairs[(next += 1) % pairs.length];
    if (pair === undefined) throw new Error('There are no pairs');
    const { conversationId, senderToken: token, ip } = pair;
    const clientId = randomUUID();
    const arrived = new Promise<boolean>((resolve) => {
      arrivals.set(clientId, () => resolve(true));
      setTimeout(() => resolve(false), TIMEOUT_MS).unref();
    });
    const texts = { conversationId, clientId, content: 'What do you think?' };
    const form = Object.entries(texts).map(([name, text]) => ({ name, text }));
    const { status } = await sendRequest(url, {
      method: 'POST',
      path: '/api/chat/messages',
      ip,
      token,
      form,
      timeout: TIMEOUT_MS,
    });
    const hasArrived = status === 201 && (await arrived);
    arrivals.delete(clientId);
    return hasArrived;
  };
}

function createProbe({ url, pairs, readers }: WorkerInput) {
  let times: Durations = { list: [], page: [], message: [] };
  let timers: NodeJS.Timeout[] = [];
  const pending = new Set<Promise<void>>();
  const write = createMessageSender(url, pairs);
  let next = 0;
  const read = async (options: Pick<RequestOptions, 'path' | 'headers'>) => {
    const ip = readers[(next += 1) % readers.length] ?? '127.0.0.1';
    return (await sendRequest(url, { ...options, ip, timeout: TIMEOUT_MS })).status === 200;
  };
  const actions: Record<RequestKind, () => Promise<boolean>> = {
    list: () => read({ path: '/api/problems' }),
    page: () => read({ path: '/problems', headers: { accept: 'text/html' } }),
    message: write,
  };
  const start = (kind: RequestKind) => {
    const durations = times[kind];
    const startedAt = performance.now();
    const done = actions[kind]().then((isDone) => void durations.push(isDone ? performance.now() - startedAt : TIMEOUT_MS));
    pending.add(done);
    void done.finally(() => pending.delete(done));
  };
  return {
    begin() {
      times = { list: [], page: [], message: [] };
      timers = (Object.keys(INTERVALS_MS) as RequestKind[]).map((kind) => setInterval(() => start(kind), INTERVALS_MS[kind])); // INTERVALS_MS has exactly the keys of RequestKind
    },
    async end(): Promise<Durations> {
      timers.forEach((timer) => clearInterval(timer));
      await Promise.all(pending);
      return times;
    },
  };
}

const probe = createProbe(workerData as WorkerInput);
parentPort?.on('message', (command: 'begin' | 'end') => {
  if (command === 'begin') probe.begin();
  else void probe.end().then((times) => parentPort?.postMessage(times));
});
