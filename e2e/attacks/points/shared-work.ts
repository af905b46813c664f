import { randomBytes, randomUUID } from 'node:crypto';
import type { Attack, Outcome } from '../attack.ts';
import { countStatuses, formatStatuses, isRefused } from '../send-request.ts';
import type { HttpResponse, FormPart } from '../send-request.ts';
import { mapConcurrently, newSeeker, signIn, newSolver, openConversation, times, uploadFile, sendMessage } from '../actions.ts';
import type { Target } from '../target.ts';

const POINT = 3;

type UploadFile = NonNullable<FormPart['file']>;

interface Picture {
  webp(options: { quality: number; effort: number }): Picture;
  png(): Picture;
  toBuffer(): Promise<Buffer>;
}
type Sharp = (options: { create: { width: number; height: number; channels: 3; background: string; noise?: object } }) => Picture;

/** A picture of so many million pixels, of noise: what is even is made anew in no time. @param side in px */
async function createPicture(target: Target, side: number, quality: number): Promise<UploadFile> {
  const sharp = target.requireFromApi('sharp') as Sharp; // what is used of it
  const noise = { type: 'gaussian', mean: 128, sigma: 8 };
  const create = { width: side, height: side, channels: 3 as const, background: 'gray', noise };
  const bytes = await sharp({ create }).webp({ quality, effort: 0 }).toBuffer();
  return { name: 'noise.webp', type: 'image/webp', bytes };
}

/** Somebody else's picture for their profile: a small one. */
async function createAvatar(target: Target): Promise<UploadFile> {
  return { ...(await createPicture(target, 200, 80)), name: 'ada.webp' };
}

/** A stranger may wait so many times the quiet value, and always so long (ms). */
const OTHER_USER_LIMIT = { factor: 3, minMs: 2000 };

const formatSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

/** How long somebody else waits for a thing while others are busy with theirs. @param factor so many times the quiet value, at most */
async function measureOtherUser(
  baselineMs: number,
  busy: Promise<HttpResponse[]>,
  requestAsOther: () => Promise<HttpResponse>,
  factor = OTHER_USER_LIMIT.factor,
): Promise<Outcome> {
  // It has begun when the first bytes are there.
  await new Promise((resolve) => {
    setTimeout(resolve, 300);
  });
  const { status, milliseconds } = await requestAsOther();
  const responses = await busy;
  const summary = `${formatStatuses(responses)}; a stranger waited ${formatSeconds(milliseconds)} (quiet ${formatSeconds(baselineMs)}, ${status})`;
  return { summary, isDefended: status >= 200 && status < 300, isSlow: milliseconds > Math.max(OTHER_USER_LIMIT.minMs, factor * baselineMs) };
}

/** Messages with pictures, while a stranger changes the picture of their profile. */
const decodePictures = (name: string, side: number, messages: number, measuresLatency: Attack['measuresLatency']): Attack => ({
  point: POINT,
  name,
  measuresLatency,
  async prepare(target) {
    const [one, other] = [newSeeker(target), newSolver(target)];
    const conversationId = await openConversation(target, one, other);
    const [large, small] = [await createPicture(target, side, 30), await createAvatar(target)];
    const { milliseconds } = await uploadFile(target, newSeeker(target), small);
    return () => {
      const busy = Promise.all(times(messages, () => sendMessage(target, one, conversationId, 'Look', [large])));
      return measureOtherUser(milliseconds, busy, () => uploadFile(target, newSeeker(target), small));
    };
  },
});

const fullQueue: Attack = {
  point: POINT,
  name: '200 pictures of 10 megapixels in 20 messages of one person',
  measuresLatency: true,
  isLongOnly: true,
  async prepare(target) {
    const [one, other] = [newSeeker(target), newSolver(target)];
    const conversationId = await openConversation(target, one, other);
    const large = await createPicture(target, 3100, 20);
    return async () => {
      const startedAt = performance.now();
      const responses = await Promise.all(
        times(20, () =>
          sendMessage(
            target,
            one,
            conversationId,
            'Look',
            times(10, () => large),
          ),
        ),
      );
      const refused = responses.find(({ status }) => status === 503 || status === 429);
      const summary = `${formatStatuses(responses)} after ${formatSeconds(performance.now() - startedAt)}, Retry-After ${refused?.headers['retry-after'] ?? 'never said'}`;
      return { summary, isDefended: refused?.headers['retry-after'] !== undefined };
    };
  },
};

/** Each file of a message may have 10 MB; a message ten files. */
const FILE_BYTES = 10 * 1024 * 1024;

const largeUploads: Attack = {
  point: POINT,
  name: 'gigabytes of files in messages of one person',
  measuresLatency: true,
  async prepare(target) {
    const [one, other] = [newSeeker(target), newSolver(target)];
    const conversationId = await openConversation(target, one, other);
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(1024).subarray(9)], FILE_BYTES);
    const files = times(10, (index) => ({ name: `${index}.pdf`, type: 'application/pdf', bytes }));
    // A person has a gigabyte a day: the short form is just above that.
    const messages = target.short ? 12 : 30;
    return async () => {
      const startedAt = performance.now();
      const responses = await mapConcurrently(messages, 4, () => sendMessage(target, one, conversationId, 'Files', files));
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
    const signInAsOther = () => signIn(target, newSeeker(target));
    const { milliseconds } = await signInAsOther();
    return () => {
      const ips = times(NETWORK_COUNT, () => target.newIp());
      // Nobody's addresses cost as much as somebody's.
      const signInRequests = ips.flatMap((ip) => times(10, () => signIn(target, { person: { id: randomUUID() }, ip })));
      // Each network has one turn before the stranger's, on cores that the crowd's program takes, too.
      return measureOtherUser(milliseconds, Promise.all(signInRequests), signInAsOther, 1.5 * NETWORK_COUNT);
    };
  },
};

/** Attacks by work that the server does for all. */
export const sharedWork: Attack[] = [
  decodePictures('2 messages with WebPs of 49 megapixels', 7000, 2, true),
  decodePictures('20 messages with WebPs of 20 megapixels', 4400, 20, true),
  fullQueue,
  largeUploads,
  signIns,
];
