import { Box, Button, Flex, Skeleton, Text } from '@solvent/ui';

interface ListHeadProps {
  hasOlder: boolean;
  failed: boolean;
  name: string;
  onRetry: () => void;
}

function HeadContent({ hasOlder, failed, name, onRetry }: ListHeadProps) {
  if (failed) {
    return (
      <Flex role="alert" align="center" justify="center" gap="3" wrap="wrap">
        <Text color="fg.error">Older messages could not be loaded.</Text>
        <Button size="xs" variant="outline" colorPalette="gray" onClick={onRetry}>
          Try again
        </Button>
      </Flex>
    );
  }
  if (!hasOlder) return <Text color="fg.subtle">This is where your conversation with {name} begins.</Text>;
  return (
    <Flex gap="2" role="status" aria-label="Loading older messages">
      <Skeleton boxSize="7" rounded="full" />
      <Skeleton h="10" w="55%" rounded="l3" />
    </Flex>
  );
}

/** Above the first message: older ones come, did not come, or there are none. It is always as high, so that nothing jumps. */
export function ListHead(props: ListHeadProps) {
  return (
    <Box position="absolute" top="0" insetX="0" h="88px" px={{ base: '4', md: '6' }} py="4" textAlign="center" textStyle="meta">
      <HeadContent {...props} />
    </Box>
  );
}
