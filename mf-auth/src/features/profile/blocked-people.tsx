import type { BlockedPerson } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { PersonLink } from '@solvent/kit';
import { Box, Button, Flex, Text } from '@solvent/ui';
import { blocksOptions, useSetBlocked } from '../../api/blocks.ts';
import { Loaded } from '../../person/loaded.tsx';
import { ProfileSection, SectionSkeleton } from '../../person/profile-section.tsx';

function BlockedRow({ person }: { person: BlockedPerson }) {
  const setBlocked = useSetBlocked(person);
  return (
    <Flex as="li" gap="3" align="center" justify="space-between" py="2" css={{ '& + &': { borderTopWidth: '1px' } }}>
      <PersonLink person={person} avatar={24} />
      <Button
        variant="outline"
        colorPalette="gray"
        size="sm"
        aria-label={`Unblock ${person.name}`}
        loading={setBlocked.isPending}
        onClick={() => setBlocked.mutate(false)}
      >
        Unblock
      </Button>
    </Flex>
  );
}

export function Component() {
  return (
    <ProfileSection title="Blocked people">
      <Loaded
        query={useQuery(blocksOptions)}
        name="Blocked people"
        skeleton={<SectionSkeleton label="Loading blocked people" minH="44px" />}
      >
        {(people) =>
          people.length === 0 ? (
            <Text color="fg.muted">You haven’t blocked anyone. Use ⋯ on a profile to block someone.</Text>
          ) : (
            <Box as="ul" listStyleType="none">
              {people.map((person) => (
                <BlockedRow key={person._id} person={person} />
              ))}
            </Box>
          )
        }
      </Loaded>
    </ProfileSection>
  );
}
