import { REVIEW } from '@solvent/contracts';
import type { PersonSummary, ProblemReview } from '@solvent/contracts';
import { reviewRules } from '@solvent/contracts/rules';
import { useQueryClient } from '@solvent/http';
import { Day, PersonLink, RelativeTime, Stars, useKeepDraft, usePersistedDraft } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Box, Button, Flex, Heading, HStack, Panel, Stack, Text, toast } from '@solvent/ui';
import { StarsField, TextAreaField, useProductForm } from '@solvent/ui/forms';
import { ratingDraft, sendRating } from '../../agreement/rating.ts';
import type { RatingValues } from '../../agreement/rating.ts';
import { isOvertaken } from '../../api/overtaken.ts';
import { problemDetailKey } from '../../api/problems.ts';
import type { DetailedProblem } from '../../api/problems.ts';
import { ProblemSection } from '../../problem/problem-section.tsx';
import { isPoster } from './viewer.ts';

export const RATINGS_ID = 'ratings';

interface RatingFormProps {
  userId: string;
  problemId: string;
  person: PersonSummary;
  until: string;
}

function useRatingForm({ userId, problemId }: RatingFormProps) {
  const draft = usePersistedDraft(ratingDraft(userId, problemId));
  const queryClient = useQueryClient();
  const refetch = () => queryClient.invalidateQueries({ queryKey: problemDetailKey(problemId) });
  const form = useProductForm<RatingValues>({
    initialValues: draft.first,
    rules: reviewRules,
    failure: 'The rating could not be sent. Please try again.',
    onSubmit: async (values) => {
      try {
        await sendRating(problemId, values);
        draft.clear();
        toast.success('Thank you for your rating');
        await refetch();
      } catch (error) {
        // Rated in another tab, or too late.
        if (isOvertaken(error)) await refetch();
        throw error;
      }
    },
  });
  useKeepDraft(draft, form.values);
  return form;
}

/** Says how it was to work with the other one, once (`POST /problems/{id}/reviews`). */
function RatingForm(props: RatingFormProps) {
  const { person, until } = props;
  const { fieldOf, formProps, isSubmitting } = useRatingForm(props);
  return (
    <Panel>
      <form {...formProps} aria-label={`Rate ${person.name}`}>
        <Stack gap="4">
          <Heading as="h3" textStyle="cardTitle" overflowWrap="anywhere">
            Rate {person.name}
          </Heading>
          <Text color="fg.muted">
            Until <Day time={until} format="dayOfYear" />. You both see what the other one wrote once both have rated, or after
            that day.
          </Text>
          <StarsField {...fieldOf('rating')} />
          <TextAreaField {...fieldOf('text')} label="Review" rows={3} help="How was it to work together?" />
          <Button type="submit" loading={isSubmitting} alignSelf="flex-start">
            Send rating
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}

const DAY = 24 * 60 * 60_000;

function otherOf(problem: DetailedProblem, viewerId: string | undefined): PersonSummary | undefined {
  return isPoster(problem, viewerId) ? (problem.acceptedBid?.solver ?? problem.agreement?.solver) : problem.user;
}

/** Whether the only review there is is seen by its author alone: until the other one has rated, or the time is up. */
function isKeptBack({ reviews, timeline }: DetailedProblem, viewerId: string | undefined): boolean {
  const solvedAt = timeline.findLast(({ event }) => event === 'solved')?.at;
  const isAlone = reviews.length === 1 && reviews[0]?.author._id === viewerId;
  return isAlone && solvedAt !== undefined && Date.now() < Date.parse(solvedAt) + REVIEW.days * DAY;
}

function Review({ review, isHidden }: { review: ProblemReview; isHidden: boolean }) {
  const { author, subject, rating, text, createdAt } = review;
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
      {isHidden ? <Text color="fg.subtle">Shown once both have rated, or after {REVIEW.days} days</Text> : null}
    </Stack>
  );
}

/** What the two of a solved problem say of each other, and the form of who may. */
export function Ratings({ problem }: { problem: DetailedProblem }) {
  const viewerId = useSession((state) => state.userData?._id);
  const { _id, reviews, reviewUntil } = problem;
  const other = reviewUntil ? otherOf(problem, viewerId) : undefined;
  if (reviews.length === 0 && !other) return null;
  return (
    <Box id={RATINGS_ID} tabIndex={-1} outline="0" scrollMarginTop="40px">
      <ProblemSection title="Ratings">
        {reviewUntil && other && viewerId ? (
          <RatingForm userId={viewerId} problemId={_id} person={other} until={reviewUntil} />
        ) : null}
        <Stack as="ul" gap="0" mt={other ? '4' : '0'} listStyleType="none" _empty={{ display: 'none' }}>
          {reviews.map((review) => (
            <Review key={review._id} review={review} isHidden={isKeptBack(problem, viewerId)} />
          ))}
        </Stack>
      </ProblemSection>
    </Box>
  );
}
