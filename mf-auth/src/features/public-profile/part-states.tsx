import { Button, Flex, Skeleton, Stack, Text, useDelayed } from '@solvent/ui';
import type { ReactNode } from 'react';

/** A part of the page in which nothing stands. */
export const Empty = ({ children }: { children: ReactNode }) => <Text color="fg.muted">{children}</Text>;

/** Rows on their way. */
export function RowsSkeleton() {
  const shown = useDelayed(true);
  return (
    <Stack role="status" aria-label="Loading" minH="140px" gap="4">
      {shown ? ['70%', '85%', '60%'].map((width) => <Skeleton key={width} h="9" w={width} />) : null}
    </Stack>
  );
}

/** A part of the page that did not come: the rest stands. */
export function PartFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <Flex role="alert" align="center" gap="3" wrap="wrap" color="fg.error">
      {text}
      <Button variant="outline" colorPalette="gray" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </Flex>
  );
}
