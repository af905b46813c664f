import type { User } from '@solvent/contracts';
import { Stack, Text } from '@solvent/ui';
import { Markdown } from '@solvent/ui/markdown';
import { Areas } from '../../person/areas.tsx';
import { PlaceAndLinks } from '../../person/place-and-links.tsx';
import { ProfileSection } from '../../person/profile-section.tsx';

/** What the person says of themselves; a part that is empty is not shown. */
export function ProfileDetails({ user }: { user: User }) {
  const { bio, location, website, github, expertiseAreas } = user;
  const saysAnything = [bio, location, website, github].some((part) => part.trim() !== '');
  return (
    <>
      <ProfileSection title="About">
        {saysAnything ? (
          <Stack gap="4">
            {bio ? <Markdown text={bio} headingsFrom={3} /> : null}
            <PlaceAndLinks person={user} />
          </Stack>
        ) : (
          <Text color="fg.muted">Nothing here yet. Say what you do and where people find you: it is on your public profile.</Text>
        )}
      </ProfileSection>
      {expertiseAreas.length > 0 ? (
        <ProfileSection title="Areas of expertise">
          <Areas areas={expertiseAreas} />
        </ProfileSection>
      ) : null}
    </>
  );
}
