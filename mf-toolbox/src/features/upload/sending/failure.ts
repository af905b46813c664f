import { ApiError, getInlineErrorText, NETWORK_ERROR, NO_CONNECTION } from '@solvent/http';

/** The server has another module under the key that this was sent with: what is sent next needs another key. */
export class KeySpent extends Error {
  readonly errors: Record<string, string>;

  constructor(message: string, errors: Record<string, string> = {}) {
    super(message);
    this.errors = errors;
  }
}

/** The server answered that it cannot take the archive: it is stored, as refused. */
export const moduleRejected = (reason: string) =>
  new KeySpent('The archive was not accepted. See at its field what to change.', { zipFile: reason });

/** A try whose answer was lost, or another tab, has published what stood here before. */
export const publishedBefore = (sentence: string) =>
  new KeySpent(`${sentence} Change that module among your own, or press Upload Module again to publish this one besides.`);

/** A file is no longer what was chosen. */
export class FileChanged extends Error {
  readonly errors: Record<string, string>;

  constructor(field: string, name: string) {
    super('A file has changed since it was chosen, so it could not be sent.');
    this.errors = { [field]: `“${name}” was changed, moved or deleted. Choose it again.` };
  }
}

/** No answer: what is certain then. */
function lostText(part: number): string {
  return part < 1
    ? `The connection was lost at ${Math.floor(part * 100)} %: nothing was published. ${NO_CONNECTION}`
    : `Everything was sent, but no answer came: your module will not be published twice. ${NO_CONNECTION}`;
}

export const isNetworkFailure = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.message === NETWORK_ERROR);

/** Messages of the form's fields show under them; any others must be said elsewhere. */
function otherMessages(error: unknown, fields: readonly string[]): string[] {
  const errors = error instanceof ApiError ? Object.entries(error.errors) : [];
  return errors.filter(([path]) => !fields.includes(path.replace(/[.[].*$/, ''))).map(([, text]) => text);
}

const isOwn = (error: unknown): error is KeySpent | FileChanged => error instanceof KeySpent || error instanceof FileChanged;

const needsChange = (error: unknown): boolean =>
  isOwn(error) || (error instanceof ApiError && Object.keys(error.errors).length > 0);

/**
 * What to say of a failed upload, and whether the same thing may be sent again as it is.
 *
 * @param part what was sent, 0 to 1
 * @param fields the form's own, which show their messages themselves
 */
export function failureOf(error: unknown, part: number, fields: readonly string[]): { text: string; canRetry: boolean } {
  if (isNetworkFailure(error)) return { text: lostText(part), canRetry: true };
  const said = isOwn(error) ? error.message : getInlineErrorText(error, 'Failed to upload the module');
  return { text: [said, ...otherMessages(error, fields)].join(' '), canRetry: !needsChange(error) };
}
