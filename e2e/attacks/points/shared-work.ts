import { randomBytes, randomUUID } from 'node:crypto';
import type { Attack, Outcome } from '../attack.ts';
import { countStatuses, formatStatuses, isRefused } from '../send-request.ts';
import type { HttpResponse, FormPart } from '../send-request.ts';
import {
  mapConcurrently,
  claimSeeker,
  signIn,
  claimSolver,
  openConversation,
  times,
  uploadFile,
  sendMessage,
} from '../actions.ts';
import type { Target } from '../target.ts';

const POINT = 3;

type UploadFile = NonNullable<FormPart['file']>;

interface Picture {
  webp(options: { quality: number; effort: number }): Picture;
  png(): Picture;
  toBuffer(): Promise<Buffer>;
}
type Sharp = (options: { create: { width: number; height: number; channels: 3; background: string; noise?: object } }) => Picture;

/** Encodes noise, because a plain picture decodes too fast. @param side width and height in px */
async function createPicture(target: Target, side: number, quality: number): Promise<UploadFile> {
  const sharp = target.requireFromApi('sharp') as Sharp; // the used subset of its API
  const noise = { type: 'gaussian', mean: 128, sigma: 8 };
  const create = { width: side, height: side, channels: 3 as const, background: 'gray', noise };
  const bytes = await sharp({ create }).webp({ quality, effort: 0 }).toBuffer();
  return { name: 'noise.webp', type: 'image/webp', bytes };
}

async function createAvatar(target: Target): Promise<UploadFile> {
  return { ...(await createPicture(target, 200, 80)), name: 'ada.webp' };
}

/** Another user may wait this many times the baseline, and at least this long (ms). */
const OTHER_USER_LIMIT = { factor: 3, minMs: 2000 };

const formatSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

/** Measures another user's request while the server is busy. @param factor allowed multiple of the baseline */
async function measureOtherUser(
  baselineMs: number,
  attackRequests: Promise<HttpResponse[]>,
  requestAsOther: () => Promise<HttpResponse>,
  factor = OTHER_USER_LIMIT.factor,
): Promise<Outcome> {
  // The server starts processing when the first bytes arrive.
  await new Promise((resolve) => {
    setTimeout(resolve, 300);
  });
  const { status, milliseconds } = await requestAsOther();
  const responses = await attackRequests;
  const summary = `${formatStatuses(responses)}; another user waited ${formatSeconds(milliseconds)} (baseline ${formatSeconds(baselineMs)}, ${status})`;
  return {
    summary,
    isDefended: status >= 200 && status < 300,
    isSlow: milliseconds > Math.max(OTHER_USER_LIMIT.minMs, factor * baselineMs),
  };
}

const decodePictures = (name: string, side: number, messages: number, measuresLatency: Attack['measuresLatency']): Attack => ({
  point: POINT,
  name,
  measuresLatency,
  async prepare(target) {
    const [sender, recipient] = [claimSeeker(target), claimSolver(target)];
    const conversationId = await openConversation(target, sender, recipient);
    const [large, small] = [await createPicture(target, side, 30), await createAvatar(target)];
    const { milliseconds } = await uploadFile(target, claimSeeker(target), small);
    return () => {
      const attackRequests = Promise.all(times(messages, () => sendMessage(target, sender, conversationId, 'Look', [large])));
      return measureOtherUser(milliseconds, attackRequests, () => uploadFile(target, claimSeeker(target), small));
    };
  },
});

const fullQueue: Attack = {
  point: POINT,
  name: '200 pictures of 10 megapixels in 20 messages of one person',
  measuresLatency: true,
  isLongOnly: true,
  async prepare(target) {
    const [sender, recipient] = [claimSeeker(target), claimSolver(target)];
    const conversationId = await openConversation(target, sender, recipient);
    const large = await createPicture(target, 3100, 20);
    return async () => {
      const startedAt = performance.now();
      const responses = await Promise.all(
        times(20, () =>
          sendMessage(
            target,
            sender,
            conversationId,
            'Look',
            times(10, () => large),
          ),
        ),
      );
      const refused = responses.find(({ status }) => status === 503 || status === 429);
      const summary = `${formatStatuses(responses)} after ${formatSeconds(performance.now() - startedAt)}, Retry-After ${refused?.headers['retry-after'] ?? 'missing'}`;
      return { summary, isDefended: refused?.headers['retry-after'] !== undefined };
    };
  },
};

const FILE_BYTES = 10 * 1024 * 1024;

const largeUploads: Attack = {
  point: POINT,
  name: 'gigabytes of files in messages of one person',
  measuresLatency: true,
  async prepare(target) {
    const [sender, recipient] = [claimSeeker(target), claimSolver(target)];
    const conversationId = await openConversation(target, sender, recipient);
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(1024).subarray(9)], FILE_BYTES);
    const files = times(10, (index) => ({ name: `${index}.pdf`, type: 'application/pdf', bytes }));
    // A user may upload a gigabyte a day: the short form exceeds it slightly.
    const messages = target.short ? 12 : 30;
    return async () => {
      const startedAt = performance.now();
      const responses = await mapConcurrently(messages, 4, () => sendMessage(target, sender, conversationId, 'Files', files));
      const stored = (countStatuses(responses, 200, 201) * 10 * FILE_BYTES) / 1e9;
      const summary = `${stored.toFixed(1)} GB stored in ${formatSeconds(performance.now() - startedAt)}: ${formatStatuses(responses)}`;
      return { summary, isDefended: stored < 1.2 && responses.some(isRefused) };
    };
  },
};

const NETWORK_COUNT = 20;

const signIns: Attack = {
  point: POINT,
  name: `200 sign-ins at once, from ${NETWORK_COUNT} networks`,
  measuresLatency: true,
  async prepare(target) {
    const signInAsOther = () => signIn(target, claimSeeker(target));
    const { milliseconds } = await signInAsOther();
    return () => {
      const ips = times(NETWORK_COUNT, () => target.newIp());
      // Unknown addresses cost as much as known ones.
      const signInRequests = ips.flatMap((ip) => times(10, () => signIn(target, { person: { id: randomUUID() }, ip })));
      // The server handles one request of each network before the other user's, and the attacker occupies the same cores.
      return measureOtherUser(milliseconds, Promise.all(signInRequests), signInAsOther, 1.5 * NETWORK_COUNT);
    };
  },
};

export const sharedWork: Attack[] = [
  decodePictures('2 messages with WebPs of 49 megapixels', 7000, 2, true),
  decodePictures('20 messages with WebPs of 20 megapixels', 4400, 20, true),
  fullQueue,
  largeUploads,
  signIns,
];
