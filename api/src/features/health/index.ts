import { answerSchema, json } from '../../platform/http/answer-schema.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Feature } from '../../platform/feature.ts';

/** A database that is slower than this (ms) counts as gone. */
const PATIENCE = 2000;

function within(time: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${time} ms`)), time);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const answer = answerSchema({ health: json.oneOf(['live', 'ready']) });

/** Whether the process lives, and whether it can serve: for whoever runs it. */
export const healthFeature: Feature = (app, { ping, redis }) => {
  app.get('/health/live', { schema: { tags: ['health'], response: { 200: answer } } }, () => ({ health: 'live' }));

  app.get('/health/ready', { schema: { tags: ['health'], response: { 200: answer } } }, async () => {
    await within(PATIENCE, ping()).catch((cause: unknown) => {
      throw new AppError('unavailable', 'The database does not answer.', { cause, retryAfter: 5 });
    });
    await within(PATIENCE, redis?.ping() ?? Promise.resolve()).catch((cause: unknown) => {
      throw new AppError('unavailable', 'Redis does not answer.', { cause, retryAfter: 5 });
    });
    return { health: 'ready' };
  });
};
