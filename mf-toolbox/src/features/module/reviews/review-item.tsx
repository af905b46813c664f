import type { ModuleReview, PersonSummary } from '@solvent/contracts';
import { PersonLink, RelativeTime, Stars } from '@solvent/kit';
import { Badge, Box, Button, Flex, HStack, lazyComponent, Stack, Text, useDialogState } from '@solvent/ui';

const AnswerForm = lazyComponent(() => import(/* webpackChunkName: "review-dialog" */ './answer-form.tsx'));

interface AnswerActionProps {
  review: ModuleReview;
  moduleId: string;
}

function AnswerAction(props: AnswerActionProps) {
  const { isOpen, open, close, onLoadError } = useDialogState('The form');
  const button = (
    <Button size="sm" variant="outline" colorPalette="gray" alignSelf="flex-start" onClick={open}>
      {props.review.answer ? 'Edit answer' : 'Answer'}
    </Button>
  );
  return isOpen ? <AnswerForm {...props} onDone={close} fallback={button} onLoadError={onLoadError} /> : button;
}

const UserText = ({ children }: { children: string }) => (
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
      <UserText>{answer.text}</UserText>
    </Stack>
  );
}

interface ReviewItemProps {
  review: ModuleReview;
  moduleId: string;
  /** Author of the module. */
  author: PersonSummary;
  /** The viewer is that author. */
  isAuthor: boolean;
}

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
        {review.text ? <UserText>{review.text}</UserText> : null}
        {review.answer ? <Answer answer={review.answer} author={author} /> : null}
        {isAuthor ? <AnswerAction review={review} moduleId={moduleId} /> : null}
      </Stack>
    </Box>
  );
}
