import { Box, Panel, Skeleton, Stack, useDelayed } from '@solvent/ui';

/** The shape of what the person says of themselves, while it comes. */
export function DetailsSkeleton() {
  const shown = useDelayed(true);
  return (
    <Box role="status" aria-label="Loading" minH="172px">
      {shown ? (
        <Panel>
          <Stack gap="3">
            <Skeleton h="5" w="30%" />
            <Skeleton h="4" w="55%" />
            <Skeleton h="4" w="95%" />
            <Skeleton h="4" w="80%" />
            <Skeleton h="4" w="40%" />
          </Stack>
        </Panel>
      ) : null}
    </Box>
  );
}
