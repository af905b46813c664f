import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { createApp } from 'firebase-tools/lib/emulator/auth/server.js';
import { StartupError } from '../../../api/src/platform/config/startup-error.ts';
import { errorCode } from '../../../api/src/platform/errors/error-code.ts';
import { isLocalRequest, LOCAL_ONLY_MESSAGE } from '../../../api/src/platform/http/local-request.ts';
import { LinkRecorder } from './link-recorder.ts';
import { handleOwnRequest } from './own-routes.ts';

/**
 * Creates the request listener. All sign-in methods (email link, popup, password) are enabled, as in a new project of the emulator.
 * Rejects other origins, because the emulator lets every web page read its responses.
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
    handleOwnRequest(request, response, recorder, projectId).then(
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

export interface Emulator {
  /** The requested port, or a free one if 0 was requested. */
  port: number;
  stop(): Promise<void>;
}

/**
 * Runs the Firebase Auth emulator in this process, on the loopback address only. Its state is lost when the process ends.
 * @throws StartupError if the port is in use
 */
export async function serveEmulator(projectId: string, port: number): Promise<Emulator> {
  const server = createServer();
  await listen(server, '127.0.0.1', port);
  // Loading the emulator takes seconds, so the server listens first and reports a port in use. Requests that arrive meanwhile wait.
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
