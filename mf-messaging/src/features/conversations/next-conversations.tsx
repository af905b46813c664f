import { BROWSE } from '@solvent/contracts';
import { useNearEnd } from '@solvent/kit';
import { Box, Button, Center, Flex, InlineSpinner } from '@solvent/ui';
import type { useConversations } from '../../chat/use-conversations.ts';

type Query = ReturnType<typeof useConversations>['query'];

/**
 * Below what is loaded: asks for more before the end comes into view (product 9.7), and waits for a person after a failure.
 * What is watched reaches up into the list: the margin of an observer does not count inside of a part that scrolls.
 */
export function NextConversations({ query }: { query: Query }) {
  const { isFetching, isFetchNextPageError, fetchNextPage } = query;
  const end = useNearEnd(!isFetching && !isFetchNextPageError, () => void fetchNextPage());
  if (isFetchNextPageError && !isFetching) {
    return (
      <Flex role="alert" direction="column" align="center" gap="2" px="4" py="4" color="fg.error">
        More conversations could not be loaded.
        <Button variant="outline" colorPalette="gray" size="sm" onClick={() => void fetchNextPage()}>
          Try again
        </Button>
      </Flex>
    );
  }
  return (
    <Center position="relative" minH="52px">
      <Box ref={end} position="absolute" bottom="0" h={`${BROWSE.scrollMargin}px`} w="1px" pointerEvents="none" />
      {isFetching ? <InlineSpinner size="sm" /> : null}
    </Center>
  );
}
