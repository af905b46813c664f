import { randomBytes, randomUUID } from 'node:crypto';
import type { Attack, Outcome } from '../attack.ts';
import { countOf, counted, isRefused } from '../ask.ts';
import type { Answer, Part } from '../ask.ts';
import { eachOf, seeker, signIn, solver, talk, times, upload, write } from '../deeds.ts';
import type { World } from '../world.ts';

const POINT = 3;

type File = NonNullable<Part['file']>;

interface Picture {
  webp(options: { quality: number; effort: number }): Picture;
  png(): Picture;
  toBuffer(): Promise<Buffer>;
}
type Sharp = (options: { create: { width: number; height: number; channels: 3; background: string; noise?: object } }) => Picture;

/** A picture of so many million pixels, of noise: what is even is made anew in no time. @param side in px */
async function picture(world: World, side: number, quality: number): Promise<File> {
  const sharp = world.requireOfApi('sharp') as Sharp; // what is used of it
  const noise = { type: 'gaussian', mean: 128, sigma: 8 };
  const create = { width: side, height: side, channels: 3 as const, background: 'gray', noise };
  const bytes = await sharp({ create }).webp({ quality, effort: 0 }).toBuffer();
  return { name: 'noise.webp', type: 'image/webp', bytes };
}

/** Somebody else's picture for their profile: a small one. */
async function avatar(world: World): Promise<File> {
  return { ...(await picture(world, 200, 80)), name: 'ada.webp' };
}

/** A stranger may wait so many times the quiet value, and always so long (ms). */
const STRANGER = { factor: 3, least: 2000 };

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

/** How long somebody else waits for a thing while others are busy with theirs. @param factor so many times the quiet value, at most */
async function besides(
  quiet: number,
  busy: Promise<Answer[]>,
  stranger: () => Promise<Answer>,
  factor = STRANGER.factor,
): Promise<Outcome> {
  // It has begun when the first bytes are there.
  await new Promise((resolve) => {
    setTimeout(resolve, 300);
  });
  const { status, milliseconds } = await stranger();
  const answers = await busy;
  const told = `${counted(answers)}; a stranger waited ${seconds(milliseconds)} (quiet ${seconds(quiet)}, ${status})`;
  return { told, held: status >= 200 && status < 300, slow: milliseconds > Math.max(STRANGER.least, factor * quiet) };
}

/** Messages with pictures, while a stranger changes the picture of their profile. */
const pictures = (name: string, side: number, messages: number, felt: Attack['felt']): Attack => ({
  point: POINT,
  name,
  felt,
  async prepare(world) {
    const [one, other] = [seeker(world), solver(world)];
    const conversationId = await talk(world, one, other);
    const [large, small] = [await picture(world, side, 30), await avatar(world)];
    const { milliseconds } = await upload(world, seeker(world), small);
    return () => {
      const busy = Promise.all(times(messages, () => write(world, one, conversationId, 'Look', [large])));
      return besides(milliseconds, busy, () => upload(world, seeker(world), small));
    };
  },
});

const waiting: Attack = {
  point: POINT,
  name: '200 pictures of 10 megapixels in 20 messages of one person',
  felt: true,
  longOnly: true,
  async prepare(world) {
    const [one, other] = [seeker(world), solver(world)];
    const conversationId = await talk(world, one, other);
    const large = await picture(world, 3100, 20);
    return async () => {
      const begun = performance.now();
      const answers = await Promise.all(
        times(20, () =>
          write(
            world,
            one,
            conversationId,
            'Look',
            times(10, () => large),
          ),
        ),
      );
      const refused = answers.find(({ status }) => status === 503 || status === 429);
      const told = `${counted(answers)} after ${seconds(performance.now() - begun)}, Retry-After ${refused?.headers['retry-after'] ?? 'never said'}`;
      return { told, held: refused?.headers['retry-after'] !== undefined };
    };
  },
};

/** Each file of a message may have 10 MB; a message ten files. */
const FILE_BYTES = 10 * 1024 * 1024;

const uploads: Attack = {
  point: POINT,
  name: 'gigabytes of files in messages of one person',
  felt: true,
  async prepare(world) {
    const [one, other] = [seeker(world), solver(world)];
    const conversationId = await talk(world, one, other);
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(1024).subarray(9)], FILE_BYTES);
    const files = times(10, (index) => ({ name: `${index}.pdf`, type: 'application/pdf', bytes }));
    // A person has a gigabyte a day: the short form is just above that.
    const messages = world.short ? 12 : 30;
    return async () => {
      const begun = performance.now();
      const answers = await eachOf(messages, 4, () => write(world, one, conversationId, 'Files', files));
      const stored = (countOf(answers, 200, 201) * 10 * FILE_BYTES) / 1e9;
      const told = `${stored.toFixed(1)} GB stored in ${seconds(performance.now() - begun)}: ${counted(answers)}`;
      return { told, held: stored < 1.2 && answers.some(isRefused) };
    };
  },
};

const NETWORKS = 20;

const signIns: Attack = {
  point: POINT,
  name: `200 sign-ins at once, from ${NETWORKS} networks`,
  felt: true,
  async prepare(world) {
    const strangers = () => signIn(world, seeker(world));
    const { milliseconds } = await strangers();
    return () => {
      const crowd = times(NETWORKS, () => world.network());
      // Nobody's addresses cost as much as somebody's.
      const tries = crowd.flatMap((from) => times(10, () => signIn(world, { person: { id: randomUUID() }, from })));
      // Each network has one turn before the stranger's, on cores that the crowd's program takes, too.
      return besides(milliseconds, Promise.all(tries), strangers, 1.5 * NETWORKS);
    };
  },
};

/** Attacks by work that the server does for all. */
export const sharedWork: Attack[] = [
  pictures('2 messages with WebPs of 49 megapixels', 7000, 2, true),
  pictures('20 messages with WebPs of 20 megapixels', 4400, 20, true),
  waiting,
  uploads,
  signIns,
];
