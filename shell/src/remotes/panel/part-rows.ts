import type { PartReport, PartSource } from '@solvent/contracts';
import { folderOf } from '../part-folder.ts';
import type { PartVersion } from '../part-version.ts';
import type { Remotes } from '../remotes-context.ts';

/** A remote as the panel shows it. */
export interface PartRow {
  name: string;
  version: string;
  source: PartSource;
  /** Bytes of its files as they came over the network; undefined where its host does not tell. */
  bytes: number | undefined;
  /** What came of asking for it first; undefined where it was not asked for. */
  load: PartReport | undefined;
  /** Whether it is there by now. */
  isLoaded: boolean;
  /** What failed of it in this page, whichever version that was: `toolbox@1.0.0-1f2e3d4c load: Error: …` */
  errors: string[];
}

/** What the browser counted for files of this version. Hosts of another origin tell no sizes unless they choose to. */
function bytesOf({ build }: PartVersion): number | undefined {
  const folder = folderOf(build);
  const files = performance
    .getEntriesByType('resource')
    .filter((entry): entry is PerformanceResourceTiming => entry.name.startsWith(folder) && 'encodedBodySize' in entry);
  const bytes = files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  return files.length > 0 && bytes === 0 ? undefined : bytes;
}

/** Every remote of the page: what runs, and how that went. */
export function partRows({ channel, loader, journal }: Remotes): PartRow[] {
  return channel.remotes.flatMap(({ name }): PartRow[] => {
    const running = loader.versionOf(name);
    if (!running) return [];
    const { version } = running.build;
    return [
      {
        name,
        version,
        source: running.source,
        bytes: bytesOf(running),
        load: journal.loads.find((load) => load.name === name && load.version === version),
        isLoaded: loader.loaded(name) !== undefined,
        errors: journal.errors
          .filter((error) => error.name === name)
          .map((error) => `${name}@${error.version} ${error.kind}: ${error.message}`),
      },
    ];
  });
}
