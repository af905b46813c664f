import { LoadError, SkeletonRegion } from '@solvent/kit';
import { Box, Button, Center, chakra, EmptyState, Flex, IconButton, Skeleton, Text } from '@solvent/ui';
import { ArrowDown, ArrowUp, MessagesSquare } from 'lucide-react';

const SHAPES = [
  { side: 'start', width: '46%', height: '10' },
  { side: 'start', width: '62%', height: '16' },
  { side: 'end', width: '38%', height: '10' },
  { side: 'start', width: '52%', height: '10' },
  { side: 'end', width: '58%', height: '16' },
  { side: 'end', width: '30%', height: '10' },
] as const;

/** The shape of a conversation while it loads. */
export const ThreadSkeleton = () => (
  <SkeletonRegion flex="1" minH="0" overflow="hidden" justify="flex-end" p="4">
    {SHAPES.map(({ side, width, height }) => (
      <Skeleton key={`${side}${width}`} h={height} w={width} rounded="l3" alignSelf={`flex-${side}`} flexShrink="0" />
    ))}
  </SkeletonRegion>
);

/** Nobody wrote yet. */
export function NoMessages({ name }: { name: string }) {
  return (
    <Center flex="1" minH="0" overflowY="auto">
      <EmptyState
        icon={MessagesSquare}
        title="No messages yet"
        text={`Say hello to ${name}: what you write is between the two of you.`}
      />
    </Center>
  );
}

/** The conversation did not load. */
export function ThreadFailure({ onRetry }: { onRetry: () => void }) {
  const text = 'Check your connection and try again. What you write meanwhile is kept.';
  return (
    <Center flex="1" minH="0" overflowY="auto">
      <LoadError title="The messages could not be loaded" text={text} onRetry={onRetry} />
    </Center>
  );
}

interface ListHeadProps {
  hasOlder: boolean;
  failed: boolean;
  name: string;
  onRetry: () => void;
}

function HeadContent({ hasOlder, failed, name, onRetry }: ListHeadProps) {
  if (failed) {
    return (
      <Center>
        <LoadError size="inline" title="Older messages could not be loaded." onRetry={onRetry} />
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

/** Above the first message: older ones come, did not come, or there are none. It is always as high, so that nothing jumps. */
export function ListHead(props: ListHeadProps) {
  return (
    <Box position="absolute" top="0" insetX="0" h="88px" px={{ base: '4', md: '6' }} py="4" textAlign="center" textStyle="meta">
      <HeadContent {...props} />
    </Box>
  );
}

/** To where reading left off, far above. */
export function FirstUnreadButton({ onClick }: { onClick: () => void }) {
  return (
    <Flex position="absolute" top="3" insetX="0" justify="center" pointerEvents="none">
      <Button
        size="sm"
        variant="outline"
        colorPalette="gray"
        rounded="full"
        bg="bg.raised"
        shadow="md"
        pointerEvents="auto"
        css={{ '@media (pointer: coarse)': { minH: '44px' } }}
        onClick={onClick}
      >
        <ArrowUp size={16} aria-hidden />
        Jump to the first unread
      </Button>
    </Flex>
  );
}

/** More than two figures are not counted by anybody. */
const MOST = 99;

const nameOf = (count: number): string => {
  if (count === 0) return 'Jump to the latest message';
  return `Jump to the latest message, ${count} new`;
};

/** Back to the end, with the number of messages that came meanwhile. */
export function JumpButton({ count, onClick }: { count: number; onClick: () => void }) {
  return (
    <Box position="absolute" bottom="3" insetEnd={{ base: '4', md: '6' }}>
      <IconButton
        variant="outline"
        colorPalette="gray"
        rounded="full"
        bg="bg.raised"
        shadow="md"
        aria-label={nameOf(count)}
        onClick={onClick}
      >
        <ArrowDown size={18} aria-hidden />
      </IconButton>
      {count > 0 ? (
        <chakra.span
          aria-hidden
          position="absolute"
          top="-1.5"
          insetEnd="-1"
          minW="20px"
          h="20px"
          px="1.5"
          rounded="full"
          bg="brand.solid"
          color="brand.contrast"
          textStyle="meta"
          lineHeight="20px"
          fontWeight="600"
          textAlign="center"
          fontVariantNumeric="tabular-nums"
          pointerEvents="none"
        >
          {count > MOST ? `${MOST}+` : count}
        </chakra.span>
      ) : null}
    </Box>
  );
}
