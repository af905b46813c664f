import { Box, Button, Center, Flex, Notice, Skeleton, useDelayed } from '@solvent/ui';
import { CloudAlert, MessagesSquare } from 'lucide-react';

const SHAPES = [
  { side: 'start', width: '46%', height: '10' },
  { side: 'start', width: '62%', height: '16' },
  { side: 'end', width: '38%', height: '10' },
  { side: 'start', width: '52%', height: '10' },
  { side: 'end', width: '58%', height: '16' },
  { side: 'end', width: '30%', height: '10' },
] as const;

/** The shape of a conversation while it comes. */
export function ThreadSkeleton() {
  const shown = useDelayed(true);
  return (
    <Flex
      role="status"
      aria-label="Loading"
      flex="1"
      minH="0"
      overflow="hidden"
      direction="column"
      justify="flex-end"
      p="4"
      gap="3"
    >
      {shown
        ? SHAPES.map(({ side, width, height }) => (
            <Skeleton key={`${side}${width}`} h={height} w={width} rounded="l3" alignSelf={`flex-${side}`} flexShrink="0" />
          ))
        : null}
    </Flex>
  );
}

/** Nobody wrote yet. */
export function NoMessages({ name }: { name: string }) {
  return (
    <Center flex="1" minH="0" overflowY="auto">
      <Notice
        icon={MessagesSquare}
        title="No messages yet"
        text={`Say hello to ${name}: what you write is between the two of you.`}
      />
    </Center>
  );
}

/** The conversation did not come. */
export function ThreadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <Center flex="1" minH="0" overflowY="auto">
      <Box>
        <Notice
          icon={CloudAlert}
          tone="error"
          title="The messages could not be loaded"
          text="Check your connection and try again. What you write meanwhile is kept."
          action={
            <Button variant="outline" colorPalette="gray" onClick={onRetry}>
              Try again
            </Button>
          }
        />
      </Box>
    </Center>
  );
}
