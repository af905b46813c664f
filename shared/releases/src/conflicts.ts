import { isNamedByContent, pageFile, NOT_FOUND_PAGE, patternsCollide, patternsOverlap } from '@solvent/federation/manifest';
import type { Release } from '@solvent/federation/manifest';
import semver from 'semver';

export interface Conflict {
  rule: 'contract' | 'singleton' | 'path';
  between: string[];
  /** Conflict, current state and advice. */
  message: string;
}

/** Returns why a shell and remotes cannot be live together; a candidate shares paths with its live version. */
export function findConflicts(shell: Release, remotes: readonly Release[]): Conflict[] {
  return [...remotes.flatMap((remote) => shellConflicts(shell, remote)), ...pathConflicts([shell, ...remotes])];
}

const title = ({ name, version }: Release) => `${name}@${version}`;

/** Returns why a remote cannot run in a shell. Different file layouts hide other conflicts, as one must be rebuilt. */
export function shellConflicts(shell: Release, remote: Release): Conflict[] {
  const layout = layoutConflicts(shell, remote);
  if (layout.length > 0) return layout;
  return [...contractConflicts(shell, remote), ...singletonConflicts(shell, remote), ...nameConflicts(shell, remote)];
}

/** Builds with content-hashed file names load scripts differently (docs/decisions/0051). */
const hasHashedNames = ({ build }: Release): boolean => isNamedByContent(build.entry);

function layoutConflicts(shell: Release, remote: Release): Conflict[] {
  if (hasHashedNames(shell) === hasHashedNames(remote)) return [];
  const description = hasHashedNames(shell)
    ? `${title(remote)} was built before files were named by their content, and ${title(shell)} cannot load it`
    : `${title(shell)} was built before files were named by their content, and cannot load ${title(remote)}`;
  const message = `${description}: rebuild it and promote that ("pnpm delivery deploy" makes all that is built live in one revision).`;
  return [{ rule: 'contract', between: [shell.name, remote.name], message }];
}

function contractConflicts(shell: Release, remote: Release): Conflict[] {
  const shellContract = shell.shell?.contract ?? '';
  const needed = remote.remote?.contract ?? '';
  if (semver.satisfies(shellContract, needed)) return [];
  const message =
    `${title(remote)} needs the shell contract ${needed}, but ${title(shell)} keeps ${shellContract}: ` +
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

/** Finds singleton exports that the remote uses and the shell lacks. Skips releases published without these names. */
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
  const owned = releases.flatMap((release) => getPaths(release).map((path) => ({ release, path })));
  const reserved = owned
    .filter(({ path }) => pageFile(path) === NOT_FOUND_PAGE || /^\/(api|dev|metrics|shell|remotes|socket\.io)(\/|$)/.test(path))
    .map(({ release, path }): Conflict => {
      const message = `${title(release)} owns ${path}, which the server keeps for itself: choose another path.`;
      return { rule: 'path', between: [release.name], message };
    });
  const shared = owned.flatMap((one, index) =>
    owned.slice(index + 1).flatMap((other): Conflict[] => {
      if (one.release.name === other.release.name && one.release !== other.release) return []; // never in one page
      const isSame = patternsCollide(one.path, other.path) || haveSamePageFile(one.path, other.path);
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

const getPaths = (release: Release): string[] => release.shell?.paths ?? release.remote?.paths.map(({ path }) => path) ?? [];

/** File systems may ignore case. */
const haveSamePageFile = (one: string, other: string) => pageFile(one).toLowerCase() === pageFile(other).toLowerCase();
