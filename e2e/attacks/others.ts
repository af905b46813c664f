import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { io } from 'socket.io-client';
import { ask } from './ask.ts';
import type { Asked } from './ask.ts';
import type { Kind, Others, Pair, Times } from './feelings.ts';

/** One each so often (ms), whether or not the one before is answered: whoever comes while a server stands still is counted. */
const EVERY: Record<Kind, number> = { list: 20, page: 40, message: 100 };
/** What takes longer has failed (ms). */
const TIMEOUT = 60_000;

/** Sends messages of pairs to their other one. @returns sends the next one; settles with whether it came */
function messages(url: string, pairs: Pair[]): () => Promise<boolean> {
  const awaited = new Map<string, () => void>();
  for (const { recipientToken, from } of pairs) {
    const socket = io(url, {
      transports: ['websocket'],
      auth: { token: recipientToken },
      extraHeaders: { 'x-forwarded-for': from },
      forceNew: true,
    });
    socket.on('message', ({ clientId }: { clientId: string }) => awaited.get(clientId)?.());
  }
  let turn = 0;
  return async () => {
    const pair = pairs[(turn += 1) % pairs.length];
    if (pair === undefined) throw new Error('Nobody writes to anybody');
    const { conversationId, senderToken: token, from } = pair;
    const clientId = randomUUID();
    const arrived = new Promise<boolean>((resolve) => {
      awaited.set(clientId, () => resolve(true));
      setTimeout(() => resolve(false), TIMEOUT).unref();
    });
    const texts = { conversationId, clientId, content: 'What do you think?' };
    const form = Object.entries(texts).map(([name, text]) => ({ name, text }));
    const { status } = await ask(url, { method: 'POST', path: '/api/chat/messages', from, token, form, timeout: TIMEOUT });
    const came = status === 201 && (await arrived);
    awaited.delete(clientId);
    return came;
  };
}

/** Does it all, and takes the time. */
function watch({ url, pairs, readers }: Others) {
  let times: Times = { list: [], page: [], message: [] };
  let timers: NodeJS.Timeout[] = [];
  const underWay = new Set<Promise<void>>();
  const write = messages(url, pairs);
  let turn = 0;
  const read = async (asked: Pick<Asked, 'path' | 'headers'>) => {
    const from = readers[(turn += 1) % readers.length] ?? '127.0.0.1';
    return (await ask(url, { ...asked, from, timeout: TIMEOUT })).status === 200;
  };
  const deeds: Record<Kind, () => Promise<boolean>> = {
    list: () => read({ path: '/api/problems' }),
    page: () => read({ path: '/problems', headers: { accept: 'text/html' } }),
    message: write,
  };
  const take = (kind: Kind) => {
    const into = times[kind];
    const begun = performance.now();
    const done = deeds[kind]().then((isDone) => void into.push(isDone ? performance.now() - begun : TIMEOUT));
    underWay.add(done);
    void done.finally(() => underWay.delete(done));
  };
  return {
    begin() {
      times = { list: [], page: [], message: [] };
      timers = (Object.keys(EVERY) as Kind[]).map((kind) => setInterval(() => take(kind), EVERY[kind])); // it has exactly these keys
    },
    async end(): Promise<Times> {
      timers.forEach((timer) => clearInterval(timer));
      await Promise.all(underWay);
      return times;
    },
  };
}

// Told by who starts this thread.
const watcher = watch(workerData as Others);
parentPort?.on('message', (order: 'begin' | 'end') => {
  if (order === 'begin') watcher.begin();
  else void watcher.end().then((times) => parentPort?.postMessage(times));
});
