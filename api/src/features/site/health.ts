import type { Feature } from '../../feature.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { answerSchema, json } from '../../platform/http/answer-schema.ts';
import { within } from '../../platform/within.ts';

/** A database or a Redis that is slower than this (ms) counts as gone. */
const TIMEOUT = 2000;

async function answers(name: string, asked: Promise<void>): Promise<void> {
  await within(TIMEOUT, name, asked).catch((cause: unknown) => {
    throw new AppError('unavailable', `${name} does not answer.`, { cause, retryAfter: 5 });
  });
}

const answer = answerSchema<{ health: 'live' | 'ready' }>(json.object({ health: json.oneOf(['live', 'ready']) }));

/** Whether the process lives, and whether it can serve: for whoever runs it. */
export const healthFeature: Feature = (app, { ping, redis }) => {
  app.get('/health/live', { schema: { tags: ['health'], response: { 200: answer } } }, () => ({ health: 'live' as const }));

  app.get('/health/ready', { schema: { tags: ['health'], response: { 200: answer } } }, async () => {
    await Promise.all([answers('The database', ping()), answers('Redis', redis?.ping() ?? Promise.resolve())]);
    return { health: 'ready' as const };
  });
};
