import { endSteps } from './run-step.mjs';

/** Ctrl+C, a request to stop, and a closed terminal. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs `main` until it ends or a person stops it; either way nothing is left running. Being stopped is no failure: exit
 * code 0.
 *
 * @param {import('./services.mjs').Services} services
 * @param {() => Promise<void>} main
 */
export async function untilStopped(services, main) {
  let isStopped = false;
  const stopped = new Promise((done) => {
    const stop = () => {
      isStopped = true;
      endSteps();
      done();
    };
    for (const signal of SIGNALS) process.on(signal, stop);
    whenLeftAlone(stop);
  });
  try {
    await Promise.race([main(), stopped]);
  } finally {
    await services.stop();
    if (isStopped) process.exit(0);
  }
}

/** npm and pnpm end on a signal without passing it on: a script of theirs then has another parent. */
function whenLeftAlone(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), 500).unref();
}
