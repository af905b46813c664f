import { Box, HStack, Panel, Skeleton, Stack, useDelayed } from '@solvent/ui';
import { ModuleColumns } from './module-columns.tsx';

const Head = () => (
  <Stack gap="3">
    <Skeleton h="20px" w="220px" />
    <Skeleton h="32px" w="70%" />
    <Skeleton h="24px" w="280px" />
    <HStack gap="2">
      <Skeleton h="20px" w="64px" />
      <Skeleton h="20px" w="80px" />
    </HStack>
  </Stack>
);

const Card = ({ lines }: { lines: number }) => (
  <Panel>
    <Stack gap="3">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} h="20px" />
      ))}
    </Stack>
  </Panel>
);

const Body = () => (
  <Stack gap="6">
    <Skeleton aspectRatio={16 / 9} />
    <Skeleton h="80px" />
  </Stack>
);

/** The shape of a module's page while it comes. */
export function ModuleSkeleton() {
  const isLate = useDelayed(true);
  return (
    <Box role="status" aria-label="Loading" minH="100vh">
      {isLate ? <ModuleColumns head={<Head />} buying={<Card lines={3} />} body={<Body />} side={<Card lines={6} />} /> : null}
    </Box>
  );
}
