import { request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { SOCKET } from '@solvent/contracts';
import { openOutageFixture } from '../testing/outage-fixture.ts';
import type { OutageFixture } from '../testing/outage-fixture.ts';
import { received } from '../testing/sockets.ts';
import { picture } from '../testing/uploads.ts';

const DRAIN_SECONDS = 3;
const READY = '/api/health/ready';
const LIST = '/api/notifications';

let place: OutageFixture;
let page: Socket;
beforeEach(async () => {
  place = await openOutageFixture({ DRAIN_SECONDS: String(DRAIN_SECONDS) });
  page = io(place.url, { path: SOCKET.path, transports: ['websocket'], auth: { token: place.caller.token } });
  await received(page, 'connect');
}, 300_000);
afterEach(async () => {
  page.disconnect();
  await place.close();
});

/** Begins to send a picture. @returns the request, without its last bytes, and what is answered */
async function beginUpload(): Promise<{ sending: ClientRequest; rest: Buffer; answered: Promise<IncomingMessage> }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await picture('png', 60, 40, 100))], { type: 'image/png' }), 'me.png');
  const whole = new Response(form);
  const bytes = Buffer.from(await whole.arrayBuffer());
  const headers = {
    ...place.caller.headers,
    'x-app-key': 'solvent-web',
    'content-type': whole.headers.get('content-type') ?? '',
  };
  const sending = request(`${place.url}/api/file-upload`, {
    method: 'POST',
    headers: { ...headers, 'content-length': bytes.length },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sending.on('response', resolve);
    sending.on('error', reject);
  });
  await new Promise<void>((resolve) => {
    sending.write(bytes.subarray(0, 60), () => resolve());
  });
  return { sending, rest: bytes.subarray(60), answered };
}

const isRefused = () =>
  fetch(place.url + READY).then(
    () => false,
    () => true,
  );

it('a server that is to stop sends new people elsewhere, serves those it has, and finishes what comes in', async () => {
  const upload = await beginUpload();
  const gone = received(page, 'disconnect');
  const since = performance.now();
  place.server.child.kill('SIGTERM');
  await place.waitForStatus(READY, 503);
  const [ready, list] = [await place.request(READY), await place.request(LIST, { as: place.caller })];
  expect(ready.body['message']).toBe('This server is about to stop.');
  expect([list.status, list.headers.get('connection')]).toEqual([200, 'close']);
  expect(page.connected).toBe(true);

  expect(await gone).toBe('transport close');
  expect(performance.now() - since).toBeGreaterThanOrEqual(DRAIN_SECONDS * 1000);
  expect(page.active).toBe(true);
  while (!(await isRefused()));
  upload.sending.end(upload.rest);
  const answer = await upload.answered;
  expect(answer.statusCode).toBe(201);
  answer.resume();
  expect(await place.server.ended).toBe(0);
});
