import { Button, Flex, HStack, Skeleton, Stack, Text, useDelayed } from '@solvent/ui';
import { MessageCircleQuestion } from 'lucide-react';

/** Questions on their way. */
export function CommentsSkeleton() {
  const shown = useDelayed(true);
  return (
    <Stack role="status" aria-label="Loading questions" minH="140px" gap="6">
      {shown
        ? ['80%', '60%'].map((width) => (
            <Stack key={width} gap="2">
              <HStack gap="2">
                <Skeleton boxSize="6" rounded="full" />
                <Skeleton h="4" w="120px" />
              </HStack>
              <Skeleton h="4" w={width} />
            </Stack>
          ))
        : null}
    </Stack>
  );
}

/** The questions did not come: the problem stands. */
export function CommentsFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Flex role="alert" align="center" gap="3" wrap="wrap" color="fg.error">
      Failed to load the questions.
      <Button variant="outline" colorPalette="gray" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </Flex>
  );
}

/** Nobody has asked yet; the form stands below. */
export function NoComments() {
  return (
    <HStack gap="3" align="flex-start" color="fg.muted">
      <MessageCircleQuestion size={20} aria-hidden />
      <Text>No questions yet. Ask what is not clear: everybody can read the answer.</Text>
    </HStack>
  );
}
