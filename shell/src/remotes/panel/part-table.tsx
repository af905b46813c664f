import { Badge, Box, Button, chakra } from '@solvent/ui';
import type { PartRow } from './part-rows.ts';

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
