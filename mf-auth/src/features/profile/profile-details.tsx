import type { User } from '@solvent/contracts';
import { Badge, Stack, Text, Wrap } from '@solvent/ui';
import { PlaceAndLinks } from './place-and-links.tsx';
import { ProfileSection } from './profile-section.tsx';

/** What the person says of themselves; a part that is empty is not shown. */
export function ProfileDetails({ user }: { user: User }) {
  const { headline, bio, location, website, github, expertiseAreas } = user;
  const saysAnything = [headline, bio, location, website, github].some((part) => part.trim() !== '');
  return (
    <>
      {saysAnything ? (
        <ProfileSection title="About">
          <Stack gap="3">
            {headline ? (
              <Text fontWeight="500" overflowWrap="anywhere">
                {headline}
              </Text>
            ) : null}
            {bio ? (
              <Text textStyle="body" whiteSpace="pre-line" overflowWrap="anywhere" maxW="68ch">
                {bio}
              </Text>
            ) : null}
            <PlaceAndLinks user={user} />
          </Stack>
        </ProfileSection>
      ) : null}
      {expertiseAreas.length > 0 ? (
        <ProfileSection title="Areas of expertise">
          <Wrap gap="2" as="ul" listStyleType="none">
            {expertiseAreas.map((area) => (
              <Badge as="li" key={area} size="md" maxW="100%" whiteSpace="normal" overflowWrap="anywhere">
                {area}
              </Badge>
            ))}
          </Wrap>
        </ProfileSection>
      ) : null}
    </>
  );
}
