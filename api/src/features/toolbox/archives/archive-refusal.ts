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
