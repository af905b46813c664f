import { Box, Flex, Panel, Skeleton, Stack, useDelayed } from '@solvent/ui';

const ROWS = ['40%', '55%', '35%', '60%', '45%', '50%'];

/** The shape of the list while it comes. */
export function ListSkeleton() {
  const shown = useDelayed(true);
  return (
    <Box role="status" aria-label="Loading" minH="440px">
      {shown ? (
        <Panel p="0">
          {ROWS.map((width) => (
            <Flex key={width} gap="3" px={{ base: '3', md: '4' }} py="3" css={{ '& + &': { borderTopWidth: '1px' } }}>
              <Skeleton boxSize="8" rounded="full" flexShrink="0" />
              <Stack flex="1" gap="2" py="0.5">
                <Skeleton h="4" w={width} />
                <Skeleton h="4" w="80%" />
              </Stack>
            </Flex>
          ))}
        </Panel>
      ) : null}
    </Box>
  );
}
