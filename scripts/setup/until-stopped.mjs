import { endSteps } from './run-step.mjs';

/** Signals of Ctrl+C, a stop request, and a closed terminal. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs `main` until it ends or the process receives a stop signal, then stops the services. After a stop signal, exits with 0.
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
    for (const signal of STOP_SIGNALS) process.on(signal, stop);
    stopWithoutParent(stop);
  });
  try {
    await Promise.race([main(), stopped]);
  } finally {
    await services.stop();
    if (isStopped) process.exit(0);
  }
}

/** npm and pnpm exit on a signal without forwarding it. Their script then has another parent process. */
function stopWithoutParent(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), 500).unref();
}
