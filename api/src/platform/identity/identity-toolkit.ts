import type { Config } from '../config/config.ts';

const TIMEOUT_MS = 4000;

/** An error response of the Identity Toolkit. `code` is the toolkit's, such as `INVALID_OOB_CODE`. */
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
function toToolkitError(status: number, body: unknown): ToolkitError {
  const error = isObject(body) && isObject(body['error']) ? body['error'] : {};
  const message = typeof error['message'] === 'string' ? error['message'] : `The Identity Toolkit returned ${status}`;
  return new ToolkitError(/^[A-Z_]+(?=$| :)/.exec(message)?.[0] ?? '', message);
}

/** https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts. @throws ToolkitError for an error response */
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
  const parsed: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw toToolkitError(response.status, parsed);
  return isObject(parsed) ? parsed : {};
}
