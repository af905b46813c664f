import type { Config } from '../config/config.ts';

/** How long a call may take (ms). */
const TIMEOUT_MS = 4000;

/** A refusal of the Identity Toolkit. `code` is its own, such as `INVALID_OOB_CODE`. */
export class ToolkitError extends Error {
  override readonly name = 'ToolkitError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** "INVALID_EMAIL : The email provided …" has the code INVALID_EMAIL. */
function refusalOf(status: number, body: unknown): ToolkitError {
  const error = isObject(body) && isObject(body['error']) ? body['error'] : {};
  const message = typeof error['message'] === 'string' ? error['message'] : `The Identity Toolkit answered ${status}`;
  return new ToolkitError(/^[A-Z_]+(?=$| :)/.exec(message)?.[0] ?? '', message);
}

/**
 * Calls Firebase's Identity Toolkit as a client of the project, or its emulator
 * (https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts).
 * @param method such as `signInWithEmailLink`
 * @returns the response's body
 * @throws ToolkitError if the toolkit refuses; otherwise what `fetch` throws
 */
export async function callToolkit(
  { emulatorHost, apiKey }: Config['identity'],
  method: string,
  body: object,
): Promise<Record<string, unknown>> {
  const host =
    emulatorHost === undefined
      ? 'https://identitytoolkit.googleapis.com'
      : `http://${emulatorHost}/identitytoolkit.googleapis.com`;
  const response = await fetch(`${host}/v1/accounts:${method}?key=${encodeURIComponent(apiKey)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw refusalOf(response.status, answer);
  return isObject(answer) ? answer : {};
}
