import type { PersonSummary } from '@solvent/contracts';
import { reviewRules } from '@solvent/contracts/rules';
import { ApiError, http, useQueryClient } from '@solvent/http';
import { Button, Heading, Panel, Stack, Text, toast } from '@solvent/ui';
import { StarsField, TextAreaField, useProductForm } from '@solvent/ui/forms';
import { problemDetailKey } from './problem-detail.ts';
import { tellFailure } from './tell-failure.ts';

interface RatingFormProps {
  problemId: string;
  /** Who is rated. */
  person: PersonSummary;
  /** Until when that can be done. */
  until: string;
}

const dayOf = (time: string) => new Date(time).toLocaleDateString('en', { day: 'numeric', month: 'long' });

function useRatingForm({ problemId }: RatingFormProps) {
  const queryClient = useQueryClient();
  const showAsItIs = () => queryClient.invalidateQueries({ queryKey: problemDetailKey(problemId) });
  return useProductForm({
    initialValues: { rating: '', text: '' },
    rules: reviewRules,
    onSubmit: async ({ rating, text }) => {
      try {
        await http.post(`/problems/${encodeURIComponent(problemId)}/reviews`, { rating: Number(rating), text: text.trim() });
        toast.success('Thank you for your rating');
        await showAsItIs();
      } catch (error) {
        tellFailure(error, 'The rating could not be sent. Please try again.');
        // Rated in another tab, or too late.
        if (error instanceof ApiError && error.status === 409) await showAsItIs();
        throw error;
      }
    },
  });
}

/** Says how it was to work with the other one, once (`POST /problems/{id}/reviews`). */
export function RatingForm(props: RatingFormProps) {
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
            Until {dayOf(until)}. You both see what the other one wrote once both have rated, or after that day.
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
