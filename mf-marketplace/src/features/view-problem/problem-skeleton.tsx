import { Box, HStack, Panel, Skeleton, Stack, useDelayed } from '@solvent/ui';
import { TextSkeleton } from '@solvent/ui/markdown';
import { ProblemColumns } from './problem-columns.tsx';

const Head = () => (
  <Stack gap="3">
    <Skeleton h="20px" w="140px" mb="3" />
    <HStack gap="2">
      <Skeleton h="20px" w="64px" />
      <Skeleton h="20px" w="140px" />
    </HStack>
    <Skeleton h="32px" w="80%" />
    <Skeleton h="24px" w="200px" />
  </Stack>
);

const Side = () => (
  <Panel hideBelow="lg">
    <Stack gap="3">
      <Skeleton h="52px" w="50%" />
      <Skeleton h="20px" />
      <Skeleton h="36px" />
    </Stack>
  </Panel>
);

/** The shape of a problem while it comes. */
export function ProblemSkeleton() {
  const isLate = useDelayed(true);
  return (
    <Box role="status" aria-label="Loading" minH="80vh">
      {isLate ? <ProblemColumns head={<Head />} side={<Side />} body={<TextSkeleton />} /> : null}
    </Box>
  );
}
