import type { PersonSummary, RateBody } from '@solvent/contracts';
import { reviewRules } from '@solvent/contracts/rules';
import { http, useQueryClient } from '@solvent/http';
import { Day, useAutosave, usePersistedDraft } from '@solvent/kit';
import { Button, Heading, Panel, Stack, Text, toast } from '@solvent/ui';
import { FormFailure, StarsField, TextAreaField, useProductForm } from '@solvent/ui/forms';
import { isStaleWrite } from '../../api/stale-write.ts';
import { problemDetailKey, problemPath } from '../../api/problem-keys.ts';

interface RatingFormProps {
  userId: string;
  problemId: string;
  person: PersonSummary;
  until: string;
  onRated: () => void;
}

function useRatingForm({ userId, problemId, person, onRated }: RatingFormProps) {
  const draft = usePersistedDraft({ key: `solvent.draft.rating.${userId}.${problemId}`, initial: { rating: '', text: '' } });
  const queryClient = useQueryClient();
  const refetch = () => queryClient.invalidateQueries({ queryKey: problemDetailKey(problemId) });
  const form = useProductForm({
    initialValues: draft.initialValue,
    rules: reviewRules,
    failure: 'The rating could not be sent. Please try again.',
    onSubmit: async ({ rating, text }) => {
      const body: RateBody = { rating: Number(rating), text: text.trim(), subjectId: person._id };
      try {
        await http.post(`${problemPath(problemId)}/reviews`, body);
        draft.clear();
        toast.success('Thank you for your rating');
        await refetch();
        onRated();
      } catch (error) {
        if (isStaleWrite(error)) await refetch();
        throw error;
      }
    },
  });
  useAutosave(draft, form.values);
  return form;
}

/** Rates the other participant, once (`POST /problems/{id}/reviews`). */
export function Component(props: RatingFormProps) {
  const { person, until } = props;
  const { getFieldProps, formProps, isSubmitting, failureText } = useRatingForm(props);
  return (
    <Panel>
      <form {...formProps} inert={isSubmitting} aria-label={`Rate ${person.name}`}>
        <Stack gap="4">
          <Heading as="h3" textStyle="cardTitle" overflowWrap="anywhere">
            Rate {person.name}
          </Heading>
          <Text color="fg.muted">
            Until <Day time={until} format="dayOfYear" />. Ratings are shown once both of you have rated, or after that day.
          </Text>
          <StarsField {...getFieldProps('rating')} />
          <TextAreaField {...getFieldProps('text')} label="Review" rows={3} help="How was it to work together?" />
          <FormFailure text={failureText} />
          <Button type="submit" loading={isSubmitting} alignSelf="flex-start">
            Send rating
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}
