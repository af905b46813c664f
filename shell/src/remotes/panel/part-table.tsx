import type { RemoteReport, RemoteSource } from '@solvent/contracts';
import { Badge, Box, Button, chakra } from '@solvent/ui';
import { foldersOf } from '../part-version.ts';
import type { PartVersion } from '../part-version.ts';
import type { Remotes } from '../remotes-context.ts';

/** A remote as the panel shows it. */
interface PartRow {
  name: string;
  version: string;
  source: RemoteSource;
  /** Bytes of its files as they came over the network; undefined where its host does not tell. */
  bytes: number | undefined;
  /** What came of asking for it first; undefined where it was not asked for. */
  load: RemoteReport | undefined;
  /** Whether it is there by now. */
  isLoaded: boolean;
  /** What failed of it in this page, whichever version that was: `toolbox@1.0.0-1f2e3d4c load: Error: …` */
  errors: string[];
}

/** What the browser counted for files of the remote, which its versions share. Hosts of another origin tell no sizes unless they choose to. */
function bytesOf({ build }: PartVersion): number | undefined {
  const folders = foldersOf(build);
  const files = performance
    .getEntriesByType('resource')
    .filter(
      (entry): entry is PerformanceResourceTiming =>
        folders.some((folder) => entry.name.startsWith(folder)) && 'encodedBodySize' in entry,
    );
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

const COLORS = { live: 'gray', previous: 'orange', candidate: 'blue', override: 'purple' } as const;

const Cell = chakra('td', { base: { py: '2', pr: '4', verticalAlign: 'middle', whiteSpace: 'nowrap' } });
const Head = chakra('th', {
  base: { pb: '2', pr: '4', textAlign: 'start', fontWeight: '500', color: 'fg.muted', whiteSpace: 'nowrap' },
});

const kilobytes = (bytes: number | undefined) => (bytes === undefined ? 'not told' : `${(bytes / 1000).toFixed(1)} kB`);

function loadTime({ load, isLoaded }: Pick<PartRow, 'load' | 'isLoaded'>): string {
  if (!load) return 'not loaded';
  if (load.loaded) return `${load.milliseconds} ms`;
  return isLoaded ? 'at a further try' : 'failed';
}

interface PartTableProps {
  rows: readonly PartRow[];
  /** Names of the remotes that this tab overrides. */
  overridden: ReadonlySet<string>;
  onReset: (remote: string) => void;
}

/** Every remote with what runs of it. */
export function PartTable({ rows, overridden, onReset }: PartTableProps) {
  return (
    <Box overflowX="auto" tabIndex={0} role="region" aria-label="Remotes of this page">
      <chakra.table w="100%" minW="560px" textStyle="sm">
        <thead>
          <tr>
            {['Remote', 'Version', 'Source', 'Bytes', 'Load time', 'Errors'].map((title) => (
              <Head key={title} scope="col">
                {title}
              </Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, version, source, bytes, errors, ...row }) => (
            <chakra.tr key={name} borderTopWidth="1px">
              <Head scope="row" py="2" color="fg">
                {name}
              </Head>
              <Cell fontFamily="mono">{version}</Cell>
              <Cell>
                <Badge colorPalette={COLORS[source]}>{source}</Badge>
                {overridden.has(name) ? (
                  <Button size="xs" variant="ghost" ml="1" aria-label={`Reset ${name}`} onClick={() => onReset(name)}>
                    Reset
                  </Button>
                ) : null}
              </Cell>
              <Cell>{kilobytes(bytes)}</Cell>
              <Cell>{loadTime(row)}</Cell>
              <Cell color={errors.length === 0 ? undefined : 'fg.error'}>{errors.length === 0 ? 'none' : errors.length}</Cell>
            </chakra.tr>
          ))}
        </tbody>
      </chakra.table>
    </Box>
  );
}
