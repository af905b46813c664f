import { createServer } from 'node:net';

/**
 * First of the cluster's ports. The system assigns higher ones to connections, so the port of a restarted part is still free.
 * Concurrent tests use other ranges (scripts/setup/settings.mjs, api/src/testing/server-process.ts).
 */
const FIRST_PORT = 14_000;
const PORT_COUNT = 5900;

const isFree = (port) =>
  new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });

/** @param {number} [first] lowest port @returns a function that returns another free port at each call */
export function portsFrom(first = FIRST_PORT + Math.floor(Math.random() * PORT_COUNT)) {
  let next = first;
  return async function freePort() {
    while (!(await isFree(next))) next += 1;
    return next++;
  };
}
