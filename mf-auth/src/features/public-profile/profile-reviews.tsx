import type { PersonReview, PublicProfile } from '@solvent/contracts';
import { PersonLink, RelativeTime, Stars } from '@solvent/kit';
import { Flex, HStack, Stack, Text, TextLink } from '@solvent/ui';
import { ProfileSection } from '../../person/profile-section.tsx';

function Review({ review: { rating, text, author, problem, createdAt } }: { review: PersonReview }) {
  return (
    <Stack as="li" gap="2" py="4" borderTopWidth="1px" _first={{ borderTopWidth: '0', pt: '0' }} _last={{ pb: '0' }}>
      <Flex justify="space-between" align="center" columnGap="3" rowGap="1" wrap="wrap">
        <PersonLink person={author} avatar={24} />
        <HStack gap="3">
          <Stars rating={rating} />
          <RelativeTime time={createdAt} color="fg.subtle" fontVariantNumeric="tabular-nums" />
        </HStack>
      </Flex>
      {text ? (
        <Text whiteSpace="pre-line" overflowWrap="anywhere" maxW="68ch">
          {text}
        </Text>
      ) : null}
      <Text color="fg.muted" overflowWrap="anywhere">
        On <TextLink to={`/view-problems/${problem._id}`}>{problem.title}</TextLink>
      </Text>
    </Stack>
  );
}

export function ProfileReviews({ person }: { person: PublicProfile }) {
  const { reviews } = person;
  return (
    <ProfileSection title="Reviews">
      {reviews.length > 0 ? (
        <Stack as="ul" gap="0" listStyleType="none">
          {reviews.map((review) => (
            <Review key={review._id} review={review} />
          ))}
        </Stack>
      ) : (
        <Text color="fg.muted">No reviews yet.</Text>
      )}
    </ProfileSection>
  );
}
