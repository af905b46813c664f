import type { FastifyBaseLogger } from 'fastify';
import { sweepUnsaid } from '../../platform/conversations/say-messages.ts';
import type { LinkTo } from '../../platform/conversations/present-message.ts';
import type { Deps } from '../../platform/deps.ts';

/** How often a server looks for what another one did not get to say (ms). */
const EVERY = 2000;

/**
 * Says again and again what stayed unsaid.
 * @returns ends it, once what it does just now is done
 */
export function startSweeping(deps: Pick<Deps, 'db' | 'realtime'>, linkTo: LinkTo, log: FastifyBaseLogger): () => Promise<void> {
  let sweeping: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  function next(): void {
    if (!ended) timer = setTimeout(sweep, EVERY).unref();
  }
  function sweep(): void {
    sweeping = sweepUnsaid(deps, linkTo)
      .catch((error: unknown) => log.warn({ err: error }, 'Unsaid messages could not be looked for'))
      .finally(next);
  }
  next();

  return async () => {
    ended = true;
    clearTimeout(timer);
    await sweeping;
  };
}
