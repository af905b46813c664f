import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import * as yup from 'yup';
import { LINKS_PATH } from '../../../api/src/platform/identity/email-link.ts';
import type { LinkRecorder } from './link-recorder.ts';
import { buildPopupPage } from './popup/popup-routes.ts';

/** Where a POST of `{ oobCode }` makes a link as old as links must not be. */
const EXPIRE_PATH = '/solvent/links/expire';

const expireRules = yup.object({ oobCode: yup.string().required() }).required();

function answerJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

async function expireLink(request: IncomingMessage, response: ServerResponse, recorder: LinkRecorder): Promise<void> {
  const body: unknown = await json(request).catch(() => undefined);
  if (!(await expireRules.isValid(body, { strict: true })))
    return answerJson(response, 400, { message: 'Send {"oobCode": "…"}: the code of a link.' });
  // The rules hold: checked above.
  const { oobCode } = body as yup.InferType<typeof expireRules>;
  if (!recorder.expire(oobCode)) return answerJson(response, 404, { message: 'There is no link with this code.' });
  answerJson(response, 200, { oobCode });
}

/**
 * Answers what the emulator itself does not: its links, `POST` {@link EXPIRE_PATH} for tests, and the pages of popups.
 * @returns whether it was such a request
 */
export async function answerOwn(
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
    answerJson(response, 200, { links: recorder.links });
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
