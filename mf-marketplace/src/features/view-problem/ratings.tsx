import { REVIEW } from '@solvent/contracts';
import type { PersonSummary, ProblemReview } from '@solvent/contracts';
import { renderInlineLoadError, PersonLink, RelativeTime, SkeletonRegion, Stars, TakenDownNotice } from '@solvent/kit';
import { useServerTime } from '@solvent/socket';
import { useSession } from '@solvent/store';
import { Box, Flex, HStack, lazyComponent, Panel, Skeleton, Stack, Text } from '@solvent/ui';
import type { DetailedProblem } from '../../api/problems.ts';
import { focusSection } from '../../problem/focus.ts';
import { ProblemSection } from '../../problem/problem-section.tsx';
import { isPoster } from './viewer.ts';

export const RATINGS_ID = 'ratings';

const RatingForm = lazyComponent(() => import(/* webpackChunkName: "agreement-dialogs" */ './rating-form.tsx'));

const renderRatingError = renderInlineLoadError('The rating');

const FormSkeleton = () => (
  <Panel>
    <SkeletonRegion label="Loading the rating" minH="318px" gap="4">
      {['24px', '48px', '44px', '120px', '36px'].map((height, index) => (
        <Skeleton key={index} h={height} />
      ))}
    </SkeletonRegion>
  </Panel>
);

const DAY_MS = 24 * 60 * 60_000;

function getRatedPerson(problem: DetailedProblem, viewerId: string | undefined): PersonSummary | undefined {
  if (problem.reviewSubject) return problem.reviewSubject;
  return isPoster(problem, viewerId) ? (problem.acceptedBid?.solver ?? problem.agreement?.solver) : problem.user;
}

/** Whether a single review is visible to its author only: until both have rated, or the deadline has passed. */
function isHiddenFromOther({ reviews, timeline }: DetailedProblem, viewerId: string | undefined, now: number): boolean {
  const endedAt = timeline.findLast(({ event }) => event === 'solved' || event === 'parted')?.at;
  const isOnlyOwnReview = reviews.length === 1 && reviews[0]?.author._id === viewerId;
  return isOnlyOwnReview && endedAt !== undefined && now < Date.parse(endedAt) + REVIEW.days * DAY_MS;
}

function Review({ review, isHidden }: { review: ProblemReview; isHidden: boolean }) {
  const { author, subject, rating, text, createdAt, takenDown } = review;
  return (
    <Stack as="li" gap="2" py="4" borderTopWidth="1px" _first={{ borderTopWidth: '0', pt: '0' }} _last={{ pb: '0' }}>
      <Flex justify="space-between" align="center" columnGap="3" rowGap="1" wrap="wrap">
        <Text color="fg.muted" overflowWrap="anywhere">
          <PersonLink person={author} /> rated <PersonLink person={subject} />
        </Text>
        <HStack gap="3">
          <Stars rating={rating} />
          <RelativeTime time={createdAt} color="fg.subtle" fontVariantNumeric="tabular-nums" />
        </HStack>
      </Flex>
      {text ? (
        <Text dir="auto" whiteSpace="pre-line" overflowWrap="anywhere" maxW="68ch">
          {text}
        </Text>
      ) : null}
      {takenDown ? <TakenDownNotice subject="This rating" takenDown={takenDown} /> : null}
      {isHidden ? <Text color="fg.subtle">Shown once both have rated, or after {REVIEW.days} days</Text> : null}
    </Stack>
  );
}

export function Ratings({ problem }: { problem: DetailedProblem }) {
  const viewerId = useSession((state) => state.userData?._id);
  const now = useServerTime();
  const { _id, reviews, reviewUntil } = problem;
  const other = reviewUntil ? getRatedPerson(problem, viewerId) : undefined;
  if (reviews.length === 0 && !other) return null;
  return (
    <Box id={RATINGS_ID} tabIndex={-1} outline="0" scrollMarginTop="40px">
      <ProblemSection title="Ratings">
        {reviewUntil && other && viewerId ? (
          <RatingForm
            userId={viewerId}
            problemId={_id}
            person={other}
            until={reviewUntil}
            onRated={() => focusSection(RATINGS_ID)}
            fallback={<FormSkeleton />}
            renderLoadError={renderRatingError}
          />
        ) : null}
        <Stack as="ul" gap="0" mt={other ? '4' : '0'} listStyleType="none" _empty={{ display: 'none' }}>
          {reviews.map((review) => (
            <Review key={review._id} review={review} isHidden={isHiddenFromOther(problem, viewerId, now)} />
          ))}
        </Stack>
      </ProblemSection>
    </Box>
  );
}
