import { Box, Button, Flex, LinkButton, Notice, Skeleton, Stack, useDelayed } from '@solvent/ui';
import { CloudAlert, MessagesSquare, SearchX } from 'lucide-react';

const ROWS = ['50%', '65%', '40%', '55%', '60%', '45%'];

/** The shape of the list while it comes. */
export function ListSkeleton() {
  const shown = useDelayed(true);
  return (
    <Box role="status" aria-label="Loading">
      {shown
        ? ROWS.map((width) => (
            <Flex key={width} gap="3" px="4" py="3">
              <Skeleton boxSize="40px" rounded="full" flexShrink="0" />
              <Stack flex="1" gap="2" py="0.5">
                <Skeleton h="4" w={width} />
                <Skeleton h="3" w="80%" />
                <Skeleton h="3" w="70%" />
              </Stack>
            </Flex>
          ))
        : null}
    </Box>
  );
}

/** The list could not be had. */
export function FailedList({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice
      icon={CloudAlert}
      tone="error"
      title="Your conversations could not be loaded"
      text="Check your connection, then try again."
      action={
        <Button variant="outline" colorPalette="gray" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}

/** Nothing is found. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <Notice
      icon={SearchX}
      title="No conversations found"
      text="Try another name, or other words of the problem’s title."
      action={
        <Button variant="outline" colorPalette="gray" onClick={onClear}>
          Show all conversations
        </Button>
      }
    />
  );
}

/** Nobody has written with anybody yet. */
export function NoConversations() {
  return (
    <Notice
      icon={MessagesSquare}
      title="No conversations yet"
      text="They begin with a bid, or with Message on a solver’s profile."
      action={<LinkButton to="/problems">Browse Problems</LinkButton>}
    />
  );
}
