import { renderInlineLoadError, SkeletonRegion } from '@solvent/kit';
import { HStack, Skeleton, Stack } from '@solvent/ui';

export const CommentsSkeleton = () => (
  <SkeletonRegion label="Loading questions" minH="140px" gap="6">
    {['80%', '60%'].map((width) => (
      <Stack key={width} gap="2">
        <HStack gap="2">
          <Skeleton boxSize="6" rounded="full" />
          <Skeleton h="4" w="120px" />
        </HStack>
        <Skeleton h="4" w={width} />
      </Stack>
    ))}
  </SkeletonRegion>
);

export const questionsNotLoaded = renderInlineLoadError('The questions');
