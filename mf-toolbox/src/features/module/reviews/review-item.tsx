import type { ModuleReview, PersonSummary } from '@solvent/contracts';
import { moduleReviewReplyRules } from '@solvent/contracts/rules';
import { http, useQueryClient } from '@solvent/http';
import { PersonLink, RelativeTime, Stars } from '@solvent/kit';
import { Badge, Box, Button, Flex, HStack, Stack, Text, toast } from '@solvent/ui';
import { TextAreaField, useProductForm } from '@solvent/ui/forms';
import { useEffect, useRef, useState } from 'react';
import { modulePath, refreshModules } from '../../../api/modules.ts';

interface AnswerFormProps {
  review: ModuleReview;
  moduleId: string;
}

function useAnswerForm({ review, moduleId }: AnswerFormProps, onDone: () => void) {
  const queryClient = useQueryClient();
  return useProductForm({
    initialValues: { text: review.answer?.text ?? '' },
    rules: moduleReviewReplyRules,
    onSubmit: async ({ text }) => {
      const said = text.trim();
      await http.put(modulePath(moduleId, `/reviews/${encodeURIComponent(review.id)}/answer`), { text: said });
      toast.success(said ? 'Your answer was saved' : 'Your answer was removed');
      await refreshModules(queryClient);
      onDone();
    },
    failure: 'The answer could not be sent. Please try again.',
  });
}

function OpenAnswerForm({ onDone, ...props }: AnswerFormProps & { onDone: () => void }) {
  const { fieldOf, formProps, isSubmitting } = useAnswerForm(props, onDone);
  const name = `Answer ${props.review.author.name}`;
  const partRef = useRef<HTMLDivElement>(null);
  // It opened by a click, and is what that click was for.
  useEffect(() => partRef.current?.querySelector('textarea')?.focus(), []);
  return (
    <form {...formProps} aria-label={name}>
      <Stack ref={partRef} gap="3">
        <TextAreaField
          {...fieldOf('text')}
          label="Your answer"
          rows={3}
          help={props.review.answer ? 'Everybody can read it. An empty one takes it away.' : 'Everybody can read it.'}
        />
        <HStack gap="2">
          <Button type="submit" size="sm" loading={isSubmitting}>
            Save answer
          </Button>
          <Button size="sm" variant="ghost" colorPalette="gray" disabled={isSubmitting} onClick={onDone}>
            Cancel
          </Button>
        </HStack>
      </Stack>
    </form>
  );
}

/** For the module's author: to answer a review, and to change the answer. */
function AnswerForm(props: AnswerFormProps) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <OpenAnswerForm {...props} onDone={() => setOpen(false)} />;
  return (
    <Button size="sm" variant="outline" colorPalette="gray" alignSelf="flex-start" onClick={() => setOpen(true)}>
      {props.review.answer ? 'Edit answer' : 'Answer'}
    </Button>
  );
}

const Words = ({ children }: { children: string }) => (
  <Text whiteSpace="pre-line" overflowWrap="anywhere" maxW="68ch">
    {children}
  </Text>
);

interface AnswerProps {
  answer: NonNullable<ModuleReview['answer']>;
  author: PersonSummary;
}

function Answer({ answer, author }: AnswerProps) {
  return (
    <Stack gap="1" ps="4" borderStartWidth="2px" borderColor="border.emphasized">
      <HStack gap="2" wrap="wrap" color="fg.muted">
        <Text fontWeight="500" color="fg" overflowWrap="anywhere">
          {author.name}
        </Text>
        <Badge variant="subtle" colorPalette="gray">
          Author
        </Badge>
        <RelativeTime time={answer.at} color="fg.subtle" />
      </HStack>
      <Words>{answer.text}</Words>
    </Stack>
  );
}

interface ReviewItemProps {
  review: ModuleReview;
  moduleId: string;
  /** Who wrote the module. */
  author: PersonSummary;
  /** Whether that is who looks at it. */
  isAuthor: boolean;
}

/** What one person says of the module, and what its author says to that. */
export function ReviewItem({ review, moduleId, author, isAuthor }: ReviewItemProps) {
  return (
    <Box as="li" py="5" borderTopWidth="1px">
      <Stack gap="2.5">
        <Flex justify="space-between" align="center" columnGap="3" rowGap="1" wrap="wrap">
          <PersonLink person={review.author} avatar={24} />
          <HStack gap="3">
            <Stars rating={review.rating} />
            <RelativeTime time={review.updatedAt} color="fg.subtle" fontVariantNumeric="tabular-nums" />
          </HStack>
        </Flex>
        {review.text ? <Words>{review.text}</Words> : null}
        {review.answer ? <Answer answer={review.answer} author={author} /> : null}
        {isAuthor ? <AnswerForm review={review} moduleId={moduleId} /> : null}
      </Stack>
    </Box>
  );
}
