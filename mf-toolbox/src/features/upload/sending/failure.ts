import { ApiError, failureText, NETWORK_ERROR } from '@solvent/http';

/** The server answered that it cannot take the archive: it is stored, as refused, under the key it was sent with. */
export class ModuleRejected extends Error {
  readonly errors: Record<string, string>;

  constructor(reason: string) {
    super('The archive was not accepted: say below what is wrong, and try again with another one.');
    this.errors = { zipFile: reason };
  }
}

/** No answer: what is certain then. */
function lostText(part: number): string {
  return part < 1
    ? `The connection was lost at ${Math.floor(part * 100)} %. Nothing was published; your texts and files are still here.`
    : 'Everything was sent, but no answer came. Try again: your module will not be published twice.';
}

const isNetworkFailure = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.message === NETWORK_ERROR);

/** Messages of the form's fields show under them; any others must be said elsewhere. */
function otherMessages(error: unknown, fields: readonly string[]): string[] {
  const errors = error instanceof ApiError ? Object.entries(error.errors) : [];
  return errors.filter(([path]) => !fields.includes(path.replace(/[.[].*$/, ''))).map(([, text]) => text);
}

const hasFieldErrors = (error: unknown): boolean =>
  error instanceof ModuleRejected || (error instanceof ApiError && Object.keys(error.errors).length > 0);

/**
 * What to say of a failed upload, and whether the same thing may be sent again as it is.
 *
 * @param part what was sent, 0 to 1
 * @param fields the form's own, which show their messages themselves
 */
export function failureOf(error: unknown, part: number, fields: readonly string[]): { text: string; canRetry: boolean } {
  if (isNetworkFailure(error)) return { text: lostText(part), canRetry: true };
  const said = error instanceof ModuleRejected ? error.message : failureText(error, 'Failed to upload the module');
  return { text: [said, ...otherMessages(error, fields)].join(' '), canRetry: !hasFieldErrors(error) };
}
