import { Box, Panel, Skeleton, Stack, useDelayed } from '@solvent/ui';
import { Columns } from './module-grid.tsx';

const CARDS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

function CardSkeleton() {
  return (
    <Panel p="0" overflow="hidden">
      <Skeleton aspectRatio={16 / 9} rounded="0" />
      <Stack gap="3" p="4" minH="212px">
        <Skeleton h="5" w="60%" />
        <Skeleton h="4" />
        <Skeleton h="4" w="80%" />
        <Skeleton h="5" w="50%" />
        <Box flex="1" />
        <Skeleton h="4" w="40%" />
      </Stack>
    </Panel>
  );
}

/** The shape of the first rows while they come. */
export function CardSkeletons() {
  const shown = useDelayed(true);
  return (
    <Box role="status" aria-label="Loading" minH="100vh">
      {shown ? (
        <Columns>
          {CARDS.map((card) => (
            <li key={card}>
              <CardSkeleton />
            </li>
          ))}
        </Columns>
      ) : null}
    </Box>
  );
}
