import type { ModuleReview, PersonSummary } from '@solvent/contracts';
import { RelativeTime } from '@solvent/kit';
import { Badge, Box, Flex, HStack, Stack, Text } from '@solvent/ui';
import { AuthorLink } from '../../../module/author-link.tsx';
import { Stars } from '../../../module/stars.tsx';
import { AnswerForm } from './answer-form.tsx';

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
          <AuthorLink person={review.author} />
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
