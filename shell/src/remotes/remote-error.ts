/** A remote, or a part of it, could not be had. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';

  /**
   * @param remote name of the remote
   * @param version its pinned version
   */
  constructor(
    readonly remote: string,
    readonly version: string,
    options: { cause: unknown },
  ) {
    super(`${remote}@${version} could not be loaded`, options);
  }
}
