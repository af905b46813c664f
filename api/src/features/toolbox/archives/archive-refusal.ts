/** Why an archive is not taken, and what its author is to change: the message, whole sentences for people. */
export class ArchiveRefusal extends Error {
  override readonly name = 'ArchiveRefusal';
}

const NAME_MAX = 120;

/** A path as a refusal says it: no tricks of direction or control characters, and not pages of it. */
export function quoted(path: string): string {
  const plain = path.replaceAll(/\p{C}/gu, '�');
  return `“${plain.length > NAME_MAX ? `${plain.slice(0, NAME_MAX)}…` : plain}”`;
}

/** The refusal of an archive with a password. */
export const encrypted = () => new ArchiveRefusal('The archive is encrypted. Make it again without a password.');
/** The refusal of an archive with files that some programs find and others do not. */
export const hidden = () =>
  new ArchiveRefusal('The archive holds files that its table of contents hides. Make it again with another program.');
