import { ApiError, getInlineErrorText, NETWORK_ERROR, NO_CONNECTION } from '@solvent/http';

/** The server has stored another module under this idempotency key; the next attempt needs a new one. */
export class UsedKeyError extends Error {
  readonly errors: Record<string, string>;

  constructor(message: string, errors: Record<string, string> = {}) {
    super(message);
    this.errors = errors;
  }
}

/** The archive was stored, but rejected. */
export const createRejectedError = (reason: string) =>
  new UsedKeyError('The archive was not accepted. See what to change at its field.', { zipFile: reason });

/** An earlier attempt, or another tab, published the previous content. */
export const createAlreadyPublishedError = (message: string) =>
  new UsedKeyError(`${message} Edit that module under My Modules, or select Upload Module again to publish this one, too.`);

export class FileChangedError extends Error {
  readonly errors: Record<string, string>;

  constructor(field: string, name: string) {
    super('A file has changed since it was chosen, so it could not be sent.');
    this.errors = { [field]: `“${name}” was changed, moved or deleted. Choose it again.` };
  }
}

function getConnectionLostText(sentFraction: number): string {
  return sentFraction < 1
    ? `The connection was lost at ${Math.floor(sentFraction * 100)} %: nothing was published. ${NO_CONNECTION}`
    : `Everything was sent, but no answer came: your module will not be published twice. ${NO_CONNECTION}`;
}

export const isNetworkFailure = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.message === NETWORK_ERROR);

/** Messages for fields that the form does not have. */
function listOtherMessages(error: unknown, fields: readonly string[]): string[] {
  const errors = error instanceof ApiError ? Object.entries(error.errors) : [];
  return errors.filter(([path]) => !fields.includes(path.replace(/[.[].*$/, ''))).map(([, text]) => text);
}

const isUploadError = (error: unknown): error is UsedKeyError | FileChangedError =>
  error instanceof UsedKeyError || error instanceof FileChangedError;

const needsChange = (error: unknown): boolean =>
  isUploadError(error) || (error instanceof ApiError && Object.keys(error.errors).length > 0);

/**
 * Describes a failed upload and whether it can be retried unchanged.
 *
 * @param sentFraction 0 to 1
 * @param fields of the form, which show their own messages
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
