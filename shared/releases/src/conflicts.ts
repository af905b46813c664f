import { isNamedByContent, pageFile, NOT_FOUND_PAGE, patternsCollide, patternsOverlap } from '@solvent/federation/manifest';
import type { Release } from '@solvent/federation/manifest';
import semver from 'semver';

/** A reason why releases cannot be live together. */
export interface Conflict {
  rule: 'contract' | 'singleton' | 'path';
  /** Names of the releases that disagree. */
  between: string[];
  /** What disagrees, what is live, and what to do. */
  message: string;
}

/**
 * What keeps a shell and these remotes from being live together; empty when nothing does.
 *
 * @param remotes a remote may be among them twice, live and as a candidate: the two share their paths
 */
export function findConflicts(shell: Release, remotes: readonly Release[]): Conflict[] {
  return [...remotes.flatMap((remote) => shellConflicts(shell, remote)), ...pathConflicts([shell, ...remotes])];
}

const title = ({ name, version }: Release) => `${name}@${version}`;

/** What keeps a remote from running in a shell. Of builds of two layouts nothing else is told: one of them is built anew. */
export function shellConflicts(shell: Release, remote: Release): Conflict[] {
  const layout = layoutConflicts(shell, remote);
  if (layout.length > 0) return layout;
  return [...contractConflicts(shell, remote), ...singletonConflicts(shell, remote), ...nameConflicts(shell, remote)];
}

/** How a build's scripts find each other came with the names of its files (docs/decisions/0051), so the entry's name tells it. */
const isOfNewLayout = ({ build }: Release): boolean => isNamedByContent(build.entry);

function layoutConflicts(shell: Release, remote: Release): Conflict[] {
  if (isOfNewLayout(shell) === isOfNewLayout(remote)) return [];
  const told = isOfNewLayout(shell)
    ? `${title(remote)} was built before files were named by their content, and ${title(shell)} cannot load it`
    : `${title(shell)} was built before files were named by their content, and cannot load ${title(remote)}`;
  const message = `${told}: build its sources anew and promote that ("pnpm delivery deploy" makes all that is built live in one revision).`;
  return [{ rule: 'contract', between: [shell.name, remote.name], message }];
}

function contractConflicts(shell: Release, remote: Release): Conflict[] {
  const kept = shell.shell?.contract ?? '';
  const needed = remote.remote?.contract ?? '';
  if (semver.satisfies(kept, needed)) return [];
  const message =
    `${title(remote)} needs the shell contract ${needed}, but ${title(shell)} keeps ${kept}: ` +
    'put a shell that keeps it live first, or build the remote against the live one.';
  return [{ rule: 'contract', between: [shell.name, remote.name], message }];
}

function singletonConflicts(shell: Release, remote: Release): Conflict[] {
  return Object.entries(remote.build.shared).flatMap(([name, range]): Conflict[] => {
    const provided = shell.build.shared[name];
    if (provided && semver.satisfies(provided, range)) return [];
    const message =
      `${title(remote)} needs ${name} ${range}, but ${title(shell)} provides ${provided ?? 'none'}: ` +
      `build the remote with the shell's version, or put a shell that provides ${range} live first.`;
    return [{ rule: 'singleton', between: [shell.name, remote.name], message }];
  });
}

/**
 * Names of singletons that a remote uses and the shell does not export: each would be "not a function" in the page. Where one of
 * the two was published without its names there is nothing to compare.
 */
function nameConflicts(shell: Release, remote: Release): Conflict[] {
  const { names: used } = remote.build;
  const { names: exported } = shell.build;
  if (!used || !exported) return [];
  return Object.entries(used).flatMap(([singleton, names]): Conflict[] => {
    const missing = names.filter((name) => !exported[singleton]?.includes(name));
    if (missing.length === 0) return [];
    const message =
      `${title(remote)} uses ${missing.join(', ')} of ${singleton}, which ${title(shell)} does not export: publish and promote a shell ` +
      `that does first, or put a version of ${remote.name} that does without live ("pnpm delivery rollback ${remote.name}" goes back to the one before).`;
    return [{ rule: 'singleton', between: [shell.name, remote.name], message }];
  });
}

function pathConflicts(releases: readonly Release[]): Conflict[] {
  const owned = releases.flatMap((release) => pathsOf(release).map((path) => ({ release, path })));
  const reserved = owned
    .filter(({ path }) => pageFile(path) === NOT_FOUND_PAGE || /^\/(api|dev|metrics|shell|remotes|socket\.io)(\/|$)/.test(path))
    .map(({ release, path }): Conflict => {
      const message = `${title(release)} owns ${path}, which the server keeps for itself: choose another path.`;
      return { rule: 'path', between: [release.name], message };
    });
  const shared = owned.flatMap((one, index) =>
    owned.slice(index + 1).flatMap((other): Conflict[] => {
      if (one.release.name === other.release.name && one.release !== other.release) return []; // never in one page
      const isSame = patternsCollide(one.path, other.path) || sharePage(one.path, other.path);
      // A remote orders its own paths: `/toolbox/upload` before `/toolbox/:moduleId`.
      const isInside = one.release !== other.release && patternsOverlap(one.path, other.path);
      if (!isSame && !isInside) return [];
      const why = isSame
        ? 'which is the same address: take it out of one of them, or choose another path.'
        : 'and an address may be of both: choose a path that begins with a name of your own.';
      const message = `${title(one.release)} owns ${one.path} and ${title(other.release)} owns ${other.path}, ${why}`;
      return [{ rule: 'path', between: [one.release.name, other.release.name], message }];
    }),
  );
  return [...reserved, ...shared];
}

const pathsOf = (release: Release): string[] => release.shell?.paths ?? release.remote?.paths.map(({ path }) => path) ?? [];

/** A folder on some machines knows no case. */
const sharePage = (one: string, other: string) => pageFile(one).toLowerCase() === pageFile(other).toLowerCase();
