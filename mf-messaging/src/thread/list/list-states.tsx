import { LoadError, SkeletonRegion, useRetryAdvice } from '@solvent/kit';
import { Box, Center, EmptyState, Flex, Skeleton, Text } from '@solvent/ui';
import { MessagesSquare } from 'lucide-react';

const SKELETON_ROWS = [
  { side: 'start', width: '46%', height: '10' },
  { side: 'start', width: '62%', height: '16' },
  { side: 'end', width: '38%', height: '10' },
  { side: 'start', width: '52%', height: '10' },
  { side: 'end', width: '58%', height: '16' },
  { side: 'end', width: '30%', height: '10' },
] as const;

export const ThreadSkeleton = () => (
  <SkeletonRegion flex="1" minH="0" overflow="hidden" justify="flex-end" p="4">
    {SKELETON_ROWS.map(({ side, width, height }) => (
      <Skeleton key={`${side}${width}`} h={height} w={width} rounded="l3" alignSelf={`flex-${side}`} flexShrink="0" />
    ))}
  </SkeletonRegion>
);

export function NoMessages({ name }: { name: string }) {
  return (
    <Center flex="1" minH="0" overflowY="auto">
      <EmptyState icon={MessagesSquare} title="No messages yet" text={`Say hello. Only you and ${name} can read this.`} />
    </Center>
  );
}

export function ThreadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const text = `${useRetryAdvice(error)} Your draft is kept.`;
  return (
    <Center flex="1" minH="0" overflowY="auto">
      <LoadError title="The messages could not be loaded" text={text} error={error} onRetry={onRetry} />
    </Center>
  );
}

interface ListHeaderProps {
  hasOlder: boolean;
  error: unknown;
  name: string;
  onRetry: () => void;
}

function HeaderContent({ hasOlder, error, name, onRetry }: ListHeaderProps) {
  if (error) {
    return (
      // Keeps the button beside the text on the narrowest phones.
      <Center css={{ '& > *': { flexWrap: 'nowrap' } }}>
        <LoadError size="inline" title="Older messages could not be loaded." error={error} onRetry={onRetry} />
      </Center>
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

/** Has a fixed height, so that nothing moves when it changes. */
export function ListHeader(props: ListHeaderProps) {
  return (
    <Box position="absolute" top="0" insetX="0" h="88px" px={{ base: '4', md: '6' }} py="4" textAlign="center" textStyle="meta">
      <HeaderContent {...props} />
    </Box>
  );
}
