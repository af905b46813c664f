import type { ChannelDocument } from '@solvent/federation/manifest';

/**
 * What to fall back to once a rollback has made `version` live again: the version that was live before it and was not
 * taken back. Undefined where the history names none.
 *
 * @param history documents of the last revisions, oldest first
 * @param takenBack the version that the rollback leaves: it is never gone back to
 */
export function versionBeneath(
  history: readonly ChannelDocument[],
  name: string,
  version: string,
  takenBack: string,
): string | undefined {
  const standing = history.reduce<string[]>((stack, document) => step(stack, pinIn(document, name)), []);
  const before = standing.slice(0, Math.max(0, standing.lastIndexOf(version)));
  return before.toReversed().find((earlier) => earlier !== takenBack && earlier !== version);
}

interface Live {
  version: string;
  previous?: string | undefined;
}

function pinIn({ shell, remotes }: ChannelDocument, name: string): Live | undefined {
  if (name === 'shell') return shell;
  const pin = remotes.find((remote) => remote.name === name);
  return pin && { version: pin.version, previous: pin.previous?.version };
}

/**
 * Versions that were live one after the other, each on top of the one that it took the place of; a rollback takes the
 * upper ones off. A promotion names what was live as `previous`, a rollback never does: so the two are told apart.
 */
function step(stack: string[], live: Live | undefined): string[] {
  if (!live) return [];
  const top = stack.at(-1);
  if (top === live.version) return stack;
  if (top !== undefined && top === live.previous) return [...stack, live.version];
  const at = stack.lastIndexOf(live.version);
  if (at !== -1) return stack.slice(0, at + 1);
  return live.previous === undefined ? [live.version] : [live.previous, live.version];
}
