import type { Module } from '@solvent/contracts';
import { useInfiniteQuery } from '@solvent/http';
import { Box, Button, Flex, Skeleton, Stack, Text, useDelayed } from '@solvent/ui';
import { ReviewItem } from './review-item.tsx';
import { distinctReviews, reviewsOptions } from './reviews-query.ts';

const Loading = () => {
  const isLate = useDelayed(true);
  return (
    <Stack role="status" aria-label="Loading reviews" gap="4" minH="240px" pt="5">
      {isLate ? [1, 2, 3].map((line) => <Skeleton key={line} h="64px" />) : null}
    </Stack>
  );
};

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <Flex role="alert" align="center" gap="3" wrap="wrap" color="fg.error" py="5">
    <Box>The reviews could not be loaded.</Box>
    <Button size="sm" variant="outline" colorPalette="gray" onClick={onRetry}>
      Try again
    </Button>
  </Flex>
);

/** The reviews, the newest first; more of them at a click. */
export function ReviewList({ module, isAuthor }: { module: Module; isAuthor: boolean }) {
  const { data, isPending, isFetchNextPageError, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    reviewsOptions(module.id),
  );
  if (isPending) return <Loading />;
  if (!data) return <Failed onRetry={() => void refetch()} />;
  const reviews = distinctReviews(data.pages);
  if (reviews.length === 0) return <Text color="fg.muted">No reviews yet.</Text>;
  return (
    <Box>
      <Box as="ul" aria-label="Reviews" listStyleType="none">
        {reviews.map((review) => (
          <ReviewItem key={review.id} review={review} moduleId={module.id} author={module.author} isAuthor={isAuthor} />
        ))}
      </Box>
      {isFetchNextPageError ? <Failed onRetry={() => void fetchNextPage()} /> : null}
      {hasNextPage && !isFetchNextPageError ? (
        <Button variant="outline" colorPalette="gray" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more reviews
        </Button>
      ) : null}
    </Box>
  );
}
