import type { BlockedPerson } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { LoadError, PersonLink } from '@solvent/kit';
import { Box, Button, Flex, Text } from '@solvent/ui';
import { blocksOptions, useSetBlocked } from '../../api/blocks.ts';
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
  const { isPending, data: people, error, refetch } = useQuery(blocksOptions);
  return (
    <ProfileSection title="Blocked people">
      {isPending ? <SectionSkeleton label="Loading blocked people" minH="44px" /> : null}
      {people?.length === 0 ? (
        <Text color="fg.muted">You haven’t blocked anyone. Use ⋯ on a profile to block someone.</Text>
      ) : null}
      {people && people.length > 0 ? (
        <Box as="ul" listStyleType="none">
          {people.map((person) => (
            <BlockedRow key={person._id} person={person} />
          ))}
        </Box>
      ) : null}
      {!isPending && !people ? (
        <LoadError size="inline" title="Blocked people could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : null}
    </ProfileSection>
  );
}
