import { BUDGETS } from '@solvent/federation/manifest';
import type { BuiltLibrary, Release } from '@solvent/federation/manifest';
import type { Finding } from './finding.ts';

/** Size of scripts after brotli, compared with its budget. */
interface ScriptSize {
  what: string;
  bytes: number;
  /** kB, of 1000 bytes. */
  budget: number;
  /** Where `remote.json` can set another "budget", as the message states it. */
  field: string;
  /** Libraries in the script, the largest first. */
  libraries: BuiltLibrary[];
}

/**
 * Rule 4: the entry with the exposed module, and the additional scripts of each route, must not exceed their byte budgets.
 * @param live the live version of the same remote, to compare with
 */
export function checkBudgets(release: Release, live: Release | undefined): Finding[] {
  const before = new Map((live ? measureScripts(live) : []).map(({ what, bytes }) => [what, bytes]));
  return measureScripts(release)
    .filter(({ bytes, budget }) => bytes > budget * 1000)
    .map(({ what, bytes, budget, field, libraries }) => {
      const old = before.get(what);
      const compared =
        live && old !== undefined
          ? `${live.name}@${live.version}, which is live, has ${formatKilobytes(old)}`
          : 'none of it is live';
      const message =
        `${release.name}@${release.version} has ${formatKilobytes(bytes)} of scripts in ${what} (brotli), and its budget is ${budget} kB; ${compared}.${describeLargestLibraries(libraries)} ` +
        `Load with import() what is not needed at once, or set another "budget" ${field} of remote.json.`;
      return { rule: 'budget', message };
    });
}

function measureScripts(release: Release): ScriptSize[] {
  const { remote, build, files } = release;
  if (!remote) return [];
  const sizes = new Map(files.map(({ path, brotliBytes }) => [path, brotliBytes]));
  const sum = (paths: string[]) => [...new Set(paths)].reduce((bytes, path) => bytes + (sizes.get(path) ?? 0), 0);
  const listLibraries = (paths: string[]) => mergeLibraries([...new Set(paths)].flatMap((path) => build.libraries?.[path] ?? []));
  const first = [build.entry, ...build.always].filter(isScript);
  return [
    {
      what: 'the entry with the exposed module',
      bytes: sum(first),
      budget: remote.budget ?? BUDGETS.entry,
      field: 'at the top',
      libraries: listLibraries(first),
    },
    ...remote.paths.map(({ path, page, budget = BUDGETS.route }) => {
      const needed = (build.chunks[page] ?? []).filter((file) => isScript(file) && !first.includes(file));
      const libraries = listLibraries(needed);
      return { what: `the route ${path}`, bytes: sum(needed), budget, field: 'beside that path', libraries };
    }),
  ];
}

/** Merges the entries of a library that is in several scripts. */
function mergeLibraries(libraries: readonly BuiltLibrary[]): BuiltLibrary[] {
  const bytes = new Map<string, number>();
  for (const library of libraries) bytes.set(library.name, (bytes.get(library.name) ?? 0) + library.bytes);
  return [...bytes].map(([name, size]) => ({ name, bytes: size })).toSorted((one, other) => other.bytes - one.bytes);
}

const MAX_NAMED_LIBRARIES = 3;
const MIN_NAMED_LIBRARY_BYTES = 10_000;

function describeLargestLibraries(libraries: readonly BuiltLibrary[]): string {
  const large = libraries.filter(({ bytes }) => bytes >= MIN_NAMED_LIBRARY_BYTES).slice(0, MAX_NAMED_LIBRARIES);
  if (large.length === 0) return '';
  return ` Its largest libraries, before minification: ${large.map(({ name, bytes }) => `${name} ${formatKilobytes(bytes)}`).join(', ')}.`;
}

const isScript = (path: string) => path.endsWith('.js');
const formatKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
