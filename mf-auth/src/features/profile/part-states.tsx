import { Button, Flex, Skeleton, Stack, useDelayed } from '@solvent/ui';

interface PartSkeletonProps {
  label: string;
  /** The height that the part has at least. */
  minH: string;
}

/** While a part of the profile comes. */
export function PartSkeleton({ label, minH }: PartSkeletonProps) {
  const shown = useDelayed(true);
  return (
    <Stack role="status" aria-label={label} minH={minH} gap="2" py="3">
      {shown ? (
        <>
          <Skeleton h="4" w="40%" />
          <Skeleton h="4" w="60%" />
        </>
      ) : null}
    </Stack>
  );
}

/** A part of the profile that did not come: the rest stands. */
export function PartNotLoaded({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <Flex role="alert" color="fg.error" align="center" gap="3" wrap="wrap">
      {text}
      <Button variant="outline" colorPalette="gray" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </Flex>
  );
}
