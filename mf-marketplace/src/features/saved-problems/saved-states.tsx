import { Box, Button, Flex, LinkButton, Notice, Panel, Skeleton, Stack, useDelayed } from '@solvent/ui';
import { Bookmark, CircleAlert } from 'lucide-react';

const FAILED = 'Failed to load your saved problems. Please try again.';

const TryAgain = ({ onRetry }: { onRetry: () => void }) => (
  <Button variant="outline" colorPalette="gray" onClick={onRetry}>
    Try again
  </Button>
);

/** Cards on their way. */
export function SavedSkeleton() {
  const shown = useDelayed(true);
  return (
    <Stack role="status" aria-label="Loading" gap="3" minH="60vh">
      {shown
        ? [1, 2, 3].map((card) => (
            <Panel key={card}>
              <Stack gap="3">
                <Skeleton h="5" w="40%" />
                <Skeleton h="6" w="75%" />
                <Skeleton h="10" />
                <Skeleton h="9" />
              </Stack>
            </Panel>
          ))
        : null}
    </Stack>
  );
}

/** Nothing is saved. */
export const NoSaved = () => (
  <Notice
    icon={Bookmark}
    title="No saved problems yet"
    text="Save a problem from its card or its page, and find it here again."
    action={<LinkButton to="/problems">Browse problems</LinkButton>}
  />
);

/** In place of the list, when its first page could not be had. */
export const FailedSaved = ({ onRetry }: { onRetry: () => void }) => (
  <Notice icon={CircleAlert} tone="error" title={FAILED} action={<TryAgain onRetry={onRetry} />} />
);

/** Below the list, when a further page could not be had. */
export const FailedMore = ({ onRetry }: { onRetry: () => void }) => (
  <Flex role="alert" color="fg.error" align="center" justify="center" wrap="wrap" gap="3" py="4">
    <Box>{FAILED}</Box>
    <TryAgain onRetry={onRetry} />
  </Flex>
);
