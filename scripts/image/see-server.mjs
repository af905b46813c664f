import { StartError } from '../setup/start-error.mjs';

/** A server's own limits are shorter (api/src/server.ts), in ms. */
const STOPS_WITHIN = 60_000;
const POLL = 100;

/** Addresses for visitors, each of which needs packages or a worker of its own. */
const SITE = [
  ['/', /<h1[\s>]/],
  ['/api/docs/json', /"openapi"/],
];

/** Keeps what a program says. @param {import('node:child_process').ChildProcess} child */
function listen(child) {
  const captured = { output: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (captured.output += chunk));
  return captured;
}

/**
 * Waits until a server of any role is ready, as long as it runs.
 *
 * @param {import('node:child_process').ChildProcess} server @param {string} address its origin
 * @throws StartError with its output, if it exits
 */
export async function seeHealthy(server, address) {
  const captured = listen(server);
  while (!(await isReady(address))) {
    const how = server.signalCode ?? server.exitCode;
    if (how !== null) throw new StartError(`The server ended with ${how}:\n${captured.output}`);
    await new Promise((done) => setTimeout(done, POLL));
  }
}

/**
 * Waits until a server is ready, and looks at the site as a visitor would.
 *
 * @param {import('node:child_process').ChildProcess} server @param {string} address its origin
 * @throws StartError with what it said, where it answers something else
 */
export async function seeSite(server, address) {
  const captured = listen(server);
  await seeHealthy(server, address);
  for (const [path, expected] of SITE) {
    const answer = await fetch(`${address}${path}`);
    const text = await answer.text();
    if (!answer.ok || !expected.test(text))
      throw new StartError(`${path} answers ${answer.status} without ${expected}:\n${text.slice(0, 500)}\n${captured.output}`);
  }
}

const isReady = async (address) => (await fetch(`${address}/api/health/ready`).catch(() => undefined))?.ok ?? false;

/**
 * Stops a server as whatever runs containers does.
 *
 * @param {import('node:child_process').ChildProcess} server
 * @throws StartError where it does not end in time, or not well
 */
export async function seeStopped(server) {
  const captured = listen(server);
  const ended = new Promise((done) => server.once('close', (code, signal) => done(signal ?? code)));
  const timer = setTimeout(() => server.kill('SIGKILL'), STOPS_WITHIN);
  server.kill('SIGTERM');
  const how = await ended;
  clearTimeout(timer);
  if (how !== 0) throw new StartError(`The server ended with ${how} after SIGTERM:\n${captured.output}`);
}
