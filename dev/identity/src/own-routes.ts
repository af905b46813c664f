import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import * as yup from 'yup';
import { LINKS_PATH } from '../../../api/src/platform/identity/email-link.ts';
import type { LinkRecorder } from './link-recorder.ts';
import { buildPopupPage } from './popup/popup-routes.ts';

/** A POST of `{ oobCode }` expires the link with this code. */
const EXPIRE_PATH = '/solvent/links/expire';

const expireSchema = yup.object({ oobCode: yup.string().required() }).required();

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

async function expireLink(request: IncomingMessage, response: ServerResponse, recorder: LinkRecorder): Promise<void> {
  const body: unknown = await json(request).catch(() => undefined);
  if (!(await expireSchema.isValid(body, { strict: true })))
    return sendJson(response, 400, { message: 'Send {"oobCode": "…"}: the code of a link.' });
  // The schema was checked above.
  const { oobCode } = body as yup.InferType<typeof expireSchema>;
  if (!recorder.expire(oobCode)) return sendJson(response, 404, { message: 'There is no link with this code.' });
  sendJson(response, 200, { oobCode });
}

/**
 * Handles requests that the emulator does not support: the list of links, `POST` {@link EXPIRE_PATH} for tests, and the popup
 * pages.
 * @returns whether it handled the request
 */
export async function handleOwnRequest(
  request: IncomingMessage,
  response: ServerResponse,
  recorder: LinkRecorder,
  projectId: string,
): Promise<boolean> {
  const address = `http://${request.headers.host ?? 'localhost'}${request.url ?? '/'}`;
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (request.method === 'POST' && url.pathname === EXPIRE_PATH) {
    await expireLink(request, response, recorder);
    return true;
  }
  if (request.method !== 'GET') return false;
  if (url.pathname === LINKS_PATH) {
    sendJson(response, 200, { links: recorder.links });
    return true;
  }
  const page = buildPopupPage(url, recorder.get(projectId));
  if (!page) return false;
  response.writeHead(page.status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': page.policy,
  });
  response.end(page.html);
  return true;
}
