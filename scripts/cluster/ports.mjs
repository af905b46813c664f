import { createServer } from 'node:net';

/**
 * Ports below those that a system gives to connections: a part that is restarted finds its own still free, however many sockets
 * there are meanwhile. Nor are they those of tests that run beside it (scripts/setup/settings.mjs, api/src/testing/server-process.ts).
 */
const FIRST = 14_000;
const COUNT = 5900;

const isFree = (port) =>
  new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });

/** Returns free ports, each once. @param {number} [first] lowest port */
export function portsFrom(first = FIRST + Math.floor(Math.random() * COUNT)) {
  let next = first;
  return async function freePort() {
    while (!(await isFree(next))) next += 1;
    return next++;
  };
}
