import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { createApp } from 'firebase-tools/lib/emulator/auth/server.js';
import { StartupError } from '../../../api/src/platform/config/startup-error.ts';
import { errorCode } from '../../../api/src/platform/errors/error-code.ts';
import { isLocalRequest, LOCAL_ONLY_MESSAGE } from '../../../api/src/platform/http/local-request.ts';
import { LinkRecorder } from './link-recorder.ts';
import { answerOwn } from './own-routes.ts';

/**
 * All ways to sign in (email link, popup, password) are enabled, as in a new project of the emulator. It lets every web page
 * read its responses, so other origins are rejected before.
 */
async function createListener(projectId: string): Promise<RequestListener> {
  const recorder = new LinkRecorder();
  const emulator = await createApp(projectId, 0, recorder);
  return (request, response) => {
    if (!isLocalRequest(request)) {
      response
        .writeHead(403, { 'content-type': 'text/plain; charset=utf-8' })
        .end(`The identity emulator ${LOCAL_ONLY_MESSAGE}\n`);
      return;
    }
    answerOwn(request, response, recorder, projectId).then(
      (answered) => answered || emulator(request, response),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const inUse = errorCode(error) === 'EADDRINUSE';
      reject(
        inUse
          ? new StartupError(`Port ${port} is in use: stop the program that has it, or set IDENTITY_PORT to another one.`)
          : error,
      );
    });
    server.listen(port, host, resolve);
  });
}

/** A running emulator. */
export interface Emulator {
  /** Its port: the requested one, or a free one for 0. */
  port: number;
  stop(): Promise<void>;
}

/**
 * Runs Firebase's Auth emulator in this process, on this machine's own address only. Its state is lost when it ends.
 * @throws StartupError if the port is in use
 */
export async function serveEmulator(projectId: string, port: number): Promise<Emulator> {
  const server = createServer();
  await listen(server, '127.0.0.1', port);
  // Loading takes seconds, so a port in use is reported first. Requests that arrive meanwhile wait.
  const listener = createListener(projectId);
  server.on('request', (request, response) => void listener.then((handle) => handle(request, response)));
  await listener;
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
