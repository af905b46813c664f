import { ApiError, getInlineErrorText, NETWORK_ERROR, NO_CONNECTION } from '@solvent/http';

/** The server has another module under the key that this was sent with: what is sent next needs another key. */
export class UsedKeyError extends Error {
  readonly errors: Record<string, string>;

  constructor(message: string, errors: Record<string, string> = {}) {
    super(message);
    this.errors = errors;
  }
}

/** The server answered that it cannot take the archive: it is stored, as refused. */
export const createRejectedError = (reason: string) =>
  new UsedKeyError('The archive was not accepted. See at its field what to change.', { zipFile: reason });

/** A try whose answer was lost, or another tab, has published what stood here before. */
export const createAlreadyPublishedError = (message: string) =>
  new UsedKeyError(`${message} Change that module among your own, or press Upload Module again to publish this one besides.`);

/** A file is no longer what was chosen. */
export class FileChangedError extends Error {
  readonly errors: Record<string, string>;

  constructor(field: string, name: string) {
    super('A file has changed since it was chosen, so it could not be sent.');
    this.errors = { [field]: `“${name}” was changed, moved or deleted. Choose it again.` };
  }
}

/** No answer: what is certain then. */
function getConnectionLostText(sentFraction: number): string {
  return sentFraction < 1
    ? `The connection was lost at ${Math.floor(sentFraction * 100)} %: nothing was published. ${NO_CONNECTION}`
    : `Everything was sent, but no answer came: your module will not be published twice. ${NO_CONNECTION}`;
}

export const isNetworkFailure = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.message === NETWORK_ERROR);

/** Messages of the form's fields show under them; any others must be said elsewhere. */
function listOtherMessages(error: unknown, fields: readonly string[]): string[] {
  const errors = error instanceof ApiError ? Object.entries(error.errors) : [];
  return errors.filter(([path]) => !fields.includes(path.replace(/[.[].*$/, ''))).map(([, text]) => text);
}

const isUploadError = (error: unknown): error is UsedKeyError | FileChangedError =>
  error instanceof UsedKeyError || error instanceof FileChangedError;

const needsChange = (error: unknown): boolean =>
  isUploadError(error) || (error instanceof ApiError && Object.keys(error.errors).length > 0);

/**
 * What to say of a failed upload, and whether the same thing may be sent again as it is.
 *
 * @param sentFraction what was sent, 0 to 1
 * @param fields the form's own, which show their messages themselves
 */
export function describeFailure(
  error: unknown,
  sentFraction: number,
  fields: readonly string[],
): { text: string; canRetry: boolean } {
  if (isNetworkFailure(error)) return { text: getConnectionLostText(sentFraction), canRetry: true };
  const message = isUploadError(error) ? error.message : getInlineErrorText(error, 'Failed to upload the module');
  return { text: [message, ...listOtherMessages(error, fields)].join(' '), canRetry: !needsChange(error) };
}
