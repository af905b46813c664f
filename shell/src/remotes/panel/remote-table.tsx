import type { RemoteReport, RemoteSource } from '@solvent/contracts';
import { Badge, Box, Button, chakra } from '@solvent/ui';
import { getFolderUrls } from '../remote-versions.ts';
import type { RemoteVersion } from '../remote-versions.ts';
import type { Remotes } from '../remotes-context.ts';

interface RemoteRow {
  name: string;
  version: string;
  source: RemoteSource;
  /** Transferred bytes; undefined if another origin hides the sizes. */
  bytes: number | undefined;
  load: RemoteReport | undefined;
  isLoaded: boolean;
  /** Errors of all versions, such as `toolbox@1.0.0-1f2e3d4c load: Error: …`. */
  errors: string[];
}

/** Sums up all versions, which share a folder. Other origins report sizes only with Timing-Allow-Origin. */
function countBytes({ build }: RemoteVersion): number | undefined {
  const folders = getFolderUrls(build);
  const files = performance
    .getEntriesByType('resource')
    .filter(
      (entry): entry is PerformanceResourceTiming =>
        folders.some((folder) => entry.name.startsWith(folder)) && 'encodedBodySize' in entry,
    );
  const bytes = files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  return files.length > 0 && bytes === 0 ? undefined : bytes;
}

export function getRemoteRows({ channel, loader, journal }: Remotes): RemoteRow[] {
  return channel.remotes.flatMap(({ name }): RemoteRow[] => {
    const running = loader.getVersion(name);
    if (!running) return [];
    const { version } = running.build;
    return [
      {
        name,
        version,
        source: running.source,
        bytes: countBytes(running),
        load: journal.loads.find((load) => load.name === name && load.version === version),
        isLoaded: loader.getLoaded(name) !== undefined,
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

const formatKilobytes = (bytes: number | undefined) => (bytes === undefined ? 'unknown' : `${(bytes / 1000).toFixed(1)} kB`);

function formatLoadTime({ load, isLoaded }: Pick<RemoteRow, 'load' | 'isLoaded'>): string {
  if (!load) return 'not loaded';
  if (load.loaded) return `${load.milliseconds} ms`;
  return isLoaded ? 'loaded on retry' : 'failed';
}

interface RemoteTableProps {
  rows: readonly RemoteRow[];
  overridden: ReadonlySet<string>;
  onReset: (remote: string) => void;
}

export function RemoteTable({ rows, overridden, onReset }: RemoteTableProps) {
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
              <Cell>{formatKilobytes(bytes)}</Cell>
              <Cell>{formatLoadTime(row)}</Cell>
              <Cell color={errors.length === 0 ? undefined : 'fg.error'}>{errors.length === 0 ? 'none' : errors.length}</Cell>
            </chakra.tr>
          ))}
        </tbody>
      </chakra.table>
    </Box>
  );
}
