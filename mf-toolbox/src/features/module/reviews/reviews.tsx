import { formatNumber } from '@solvent/contracts';
import type { Module } from '@solvent/contracts';
import { useInfiniteQuery } from '@solvent/http';
import { distinct, formatCount, LoadError, PersonalArea, SignInLink, SkeletonRegion, Stars, TakenDownNotice } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Box, Button, Flex, lazyComponent, Skeleton, Stack, Text, useDialogState, VisuallyHidden } from '@solvent/ui';
import { PencilLine } from 'lucide-react';
import { useId } from 'react';
import { reviewsOptions } from '../../../api/reviews.ts';
import { hasPayments } from '../../../module/settings.ts';
import { ModuleSection } from '../module-section.tsx';
import { ReviewItem } from './review-item.tsx';

type RatedModule = Pick<Module, 'rating' | 'ratingCount' | 'stars'>;

function StarRow({ star, count, total }: { star: number; count: number; total: number }) {
  return (
    <Flex as="li" align="center" gap="3" fontVariantNumeric="tabular-nums">
      <Text w="52px" color="fg.muted" flexShrink="0">
        {formatCount(star, 'star')}
      </Text>
      <Box flex="1" h="2" rounded="full" bg="bg.emphasized" overflow="hidden" aria-hidden>
        <Box h="100%" bg="orange.500" w={`${(count / total) * 100}%`} />
      </Box>
      <Text w="12" textAlign="end" color="fg.muted" flexShrink="0">
        {formatNumber(count)}
        <VisuallyHidden> {count === 1 ? 'review' : 'reviews'}</VisuallyHidden>
      </Text>
    </Flex>
  );
}

function StarDistribution({ rating, ratingCount, stars }: RatedModule) {
  return (
    <Flex columnGap="8" rowGap="4" direction={{ base: 'column', sm: 'row' }} align={{ sm: 'center' }}>
      <Stack gap="1" align={{ base: 'flex-start', sm: 'center' }} flexShrink="0" fontVariantNumeric="tabular-nums">
        <Text fontSize="36px" lineHeight="40px" fontWeight="700">
          {rating.toFixed(1)}
        </Text>
        <Stars rating={rating} />
        <Text color="fg.muted">{formatCount(ratingCount, 'review')}</Text>
      </Stack>
      <Stack as="ul" aria-label="Stars" gap="1.5" flex="1" maxW="420px" w="100%" listStyleType="none">
        {[5, 4, 3, 2, 1].map((star) => (
          <StarRow key={star} star={star} count={stars[star - 1] ?? 0} total={Math.max(ratingCount, 1)} />
        ))}
      </Stack>
    </Flex>
  );
}

const ReviewsSkeleton = () => (
  <SkeletonRegion label="Loading reviews" gap="4" minH="240px" pt="5">
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} h="64px" />
    ))}
  </SkeletonRegion>
);

const ReviewsError = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <Box py="5">
    <LoadError size="inline" title="The reviews could not be loaded." error={error} onRetry={onRetry} />
  </Box>
);

function ReviewList({ module, isAuthor }: { module: Module; isAuthor: boolean }) {
  const { data, error, isPending, isFetchNextPageError, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(reviewsOptions(module.id));
  if (isPending) return <ReviewsSkeleton />;
  if (!data) return <ReviewsError error={error} onRetry={() => void refetch()} />;
  const reviews = distinct(
    data.pages.flatMap((page) => page.reviews),
    ({ id }) => id,
  );
  if (reviews.length === 0) return <Text color="fg.muted">No reviews yet.</Text>;
  return (
    <Box>
      <Box as="ul" aria-label="Reviews" listStyleType="none">
        {reviews.map((review) => (
          <ReviewItem key={review.id} review={review} moduleId={module.id} author={module.author} isAuthor={isAuthor} />
        ))}
      </Box>
      {isFetchNextPageError ? <ReviewsError error={error} onRetry={() => void fetchNextPage()} /> : null}
      {hasNextPage && !isFetchNextPageError ? (
        <Button variant="outline" colorPalette="gray" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more reviews
        </Button>
      ) : null}
    </Box>
  );
}

const ReviewDialog = lazyComponent(() => import(/* webpackChunkName: "review-dialog" */ './review-dialog.tsx'));

const BUTTON_STYLES = { variant: 'outline', colorPalette: 'gray' } as const;

function SignInToReview() {
  return (
    <SignInLink purpose="write a review" {...BUTTON_STYLES}>
      <PencilLine size={16} aria-hidden />
      Write a Review
    </SignInLink>
  );
}

function getReviewRequirement({ priceCents }: Module): string {
  if (priceCents === 0) return 'Download the module to review it.';
  return hasPayments() ? 'Buy the module to review it.' : 'Only people who have the module can review it.';
}

function DisabledReviewButton({ module }: { module: Module }) {
  const id = useId();
  return (
    <Stack direction="row" align="center" columnGap="3" rowGap="1" wrap="wrap">
      <Text id={id} color="fg.muted">
        {getReviewRequirement(module)}
      </Text>
      <Button {...BUTTON_STYLES} disabled aria-describedby={id}>
        <PencilLine size={16} aria-hidden />
        Write a Review
      </Button>
    </Stack>
  );
}

/** For owners: one review each, which they can edit. */
function WriteReview({ module }: { module: Module }) {
  const isLogin = useSession((state) => state.isLogin);
  const { isOpen, open, close, onLoadError } = useDialogState();
  if (!isLogin) return <SignInToReview />;
  if (!module.owned) return <DisabledReviewButton module={module} />;
  if (module.myReview?.takenDown) return null;
  return (
    <>
      <Button {...BUTTON_STYLES} onClick={open}>
        <PencilLine size={16} aria-hidden />
        {module.myReview ? 'Edit Your Review' : 'Write a Review'}
      </Button>
      {isOpen ? <ReviewDialog module={module} onClose={close} onLoadError={onLoadError} /> : null}
    </>
  );
}

/** Reviews of the module (product 2.30). Authors cannot review their own. */
export function Reviews({ module, isAuthor }: { module: Module; isAuthor: boolean }) {
  return (
    <ModuleSection
      title="Reviews"
      action={
        isAuthor ? undefined : (
          <PersonalArea>
            <WriteReview module={module} />
          </PersonalArea>
        )
      }
    >
      <Stack gap="5">
        {module.myReview?.takenDown ? <TakenDownNotice subject="Your review" takenDown={module.myReview.takenDown} /> : null}
        {module.ratingCount > 0 ? (
          <StarDistribution rating={module.rating} ratingCount={module.ratingCount} stars={module.stars} />
        ) : null}
        <ReviewList module={module} isAuthor={isAuthor} />
      </Stack>
    </ModuleSection>
  );
}
