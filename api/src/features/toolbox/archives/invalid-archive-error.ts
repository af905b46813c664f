/** The message describes what the author must change. */
export class InvalidArchiveError extends Error {
  override readonly name = 'InvalidArchiveError';
}

const MAX_QUOTED_LENGTH = 120;

/** Quotes a path without control or bidirectional characters, at limited length. */
export function quotePath(path: string): string {
  const plain = path.replaceAll(/\p{C}/gu, '�');
  return `“${plain.length > MAX_QUOTED_LENGTH ? `${plain.slice(0, MAX_QUOTED_LENGTH)}…` : plain}”`;
}

export const encryptedError = () => new InvalidArchiveError('The archive is encrypted. Create it again without a password.');
export const hiddenFilesError = () =>
  new InvalidArchiveError(
    'The archive contains files that its table of contents does not list. Create it again with another program.',
  );
