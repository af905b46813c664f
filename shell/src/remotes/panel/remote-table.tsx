import type { RemoteReport, RemoteSource } from '@solvent/contracts';
import { Badge, Box, Button, chakra } from '@solvent/ui';
import { getFolderUrls } from '../remote-versions.ts';
import type { RemoteVersion } from '../remote-versions.ts';
import type { Remotes } from '../remotes-context.ts';

/** A remote as the panel shows it. */
interface RemoteRow {
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

/** Every remote of the page: what runs, and how that went. */
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

const formatKilobytes = (bytes: number | undefined) => (bytes === undefined ? 'not told' : `${(bytes / 1000).toFixed(1)} kB`);

function formatLoadTime({ load, isLoaded }: Pick<RemoteRow, 'load' | 'isLoaded'>): string {
  if (!load) return 'not loaded';
  if (load.loaded) return `${load.milliseconds} ms`;
  return isLoaded ? 'at a further try' : 'failed';
}

interface RemoteTableProps {
  rows: readonly RemoteRow[];
  /** Names of the remotes that this tab overrides. */
  overridden: ReadonlySet<string>;
  onReset: (remote: string) => void;
}

/** Every remote with what runs of it. */
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
