import { StartError } from '../setup/start-error.mjs';

/** Time before a stopping server is killed (ms); longer than the server's own limits (api/src/server.ts). */
const STOP_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 100;

/** Paths, and what each response must contain. Each needs other packages, or a worker thread. */
const PAGES = [
  ['/', /<h1[\s>]/],
  ['/api/docs/json', /"openapi"/],
];

/** Captures a program's output. @param {import('node:child_process').ChildProcess} child */
function captureOutput(child) {
  const captured = { output: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (captured.output += chunk));
  return captured;
}

/**
 * Waits until a server of any role is ready.
 *
 * @param {import('node:child_process').ChildProcess} server @param {string} address origin of the server
 * @throws StartError with its output, if it exits
 */
export async function waitUntilReady(server, address) {
  const captured = captureOutput(server);
  while (!(await isReady(address))) {
    const how = server.signalCode ?? server.exitCode;
    if (how !== null) throw new StartError(`The server ended with ${how}:\n${captured.output}`);
    await new Promise((done) => setTimeout(done, POLL_INTERVAL_MS));
  }
}

/**
 * Waits until a server is ready, and requests pages like a visitor.
 *
 * @param {import('node:child_process').ChildProcess} server @param {string} address origin of the server
 * @throws StartError with the output, if a response is wrong
 */
export async function checkPages(server, address) {
  const captured = captureOutput(server);
  await waitUntilReady(server, address);
  for (const [path, expected] of PAGES) {
    const response = await fetch(`${address}${path}`);
    const text = await response.text();
    if (!response.ok || !expected.test(text))
      throw new StartError(`${path} returns ${response.status} without ${expected}:\n${text.slice(0, 500)}\n${captured.output}`);
  }
}

const isReady = async (address) => (await fetch(`${address}/api/health/ready`).catch(() => undefined))?.ok ?? false;

/**
 * Stops a server with SIGTERM, like a container runtime.
 *
 * @param {import('node:child_process').ChildProcess} server
 * @throws StartError if it does not exit in time with code 0
 */
export async function stopServer(server) {
  const captured = captureOutput(server);
  const ended = new Promise((done) => server.once('close', (code, signal) => done(signal ?? code)));
  const timer = setTimeout(() => server.kill('SIGKILL'), STOP_TIMEOUT_MS);
  server.kill('SIGTERM');
  const how = await ended;
  clearTimeout(timer);
  if (how !== 0) throw new StartError(`The server ended with ${how} after SIGTERM:\n${captured.output}`);
}
