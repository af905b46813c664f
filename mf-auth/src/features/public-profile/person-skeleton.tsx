import { Box, Flex, Panel, Skeleton, Stack, useDelayed } from '@solvent/ui';

const Head = () => (
  <Flex gap={{ base: '4', md: '6' }} mb="6">
    <Skeleton boxSize="80px" rounded="full" flexShrink="0" />
    <Stack gap="2.5" flex="1" pt="1">
      <Skeleton h="7" w="45%" />
      <Skeleton h="4" w="70%" />
      <Skeleton h="4" w="35%" />
    </Stack>
  </Flex>
);

const TextPanel = () => (
  <Panel>
    <Stack gap="3">
      <Skeleton h="5" w="25%" />
      <Skeleton h="4" w="95%" />
      <Skeleton h="4" w="88%" />
      <Skeleton h="4" w="50%" />
    </Stack>
  </Panel>
);

/** The shape of a profile while it comes. */
export function PersonSkeleton() {
  const isLate = useDelayed(true);
  return (
    <Box role="status" aria-label="Loading" minH="100vh">
      {isLate ? (
        <>
          <Head />
          <Stack gap="4">
            <Skeleton h={{ base: '160px', md: '78px' }} rounded="l3" />
            <TextPanel />
            <TextPanel />
          </Stack>
        </>
      ) : null}
    </Box>
  );
}
