import { useQuery } from '@solvent/http';
import { LoadError, SkeletonRegion } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Box, Button, Flex, Heading, Skeleton, Stack, Text } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';
import { useRef, useState } from 'react';
import { savedSearchesOptions } from '../../api/saved-searches.ts';
import { clearSeen, readSeenProblems } from '../../problem/seen-problems.ts';
import { toFilters } from './filters.ts';
import type { ProblemFilters } from './filters.ts';
import { SaveSearch, SignInToSave } from './save-search.tsx';
import { RowLink, SavedSearchList } from './saved-search-list.tsx';
import { getSearchKey } from './search-name.ts';

interface SearchesProps {
  filters: ProblemFilters;
  onClose: () => void;
}

function OwnSearches({ filters, onClose }: SearchesProps) {
  const ref = useRef<HTMLDivElement>(null);
  const { data, isError, error, refetch } = useQuery(savedSearchesOptions);
  const getFallbackFocus = () => ref.current;
  if (data) {
    const matchingSearch = data.searches.find(({ query }) => getSearchKey(toFilters(query)) === getSearchKey(filters));
    return (
      <Stack ref={ref} gap="5" role="group" aria-label="Your searches" tabIndex={-1} outline="0">
        <SaveSearch
          filters={filters}
          saved={data.searches}
          matchingSearch={matchingSearch}
          onSaved={() => getFallbackFocus()?.focus()}
        />
        <SavedSearchList
          saved={data.searches}
          emails={data.emails}
          matchingSearch={matchingSearch}
          onOpen={onClose}
          getFallbackFocus={getFallbackFocus}
        />
      </Stack>
    );
  }
  if (isError)
    return <LoadError size="inline" title="Your searches could not be loaded." error={error} onRetry={() => void refetch()} />;
  return (
    <SkeletonRegion label="Loading your searches" minH="160px">
      {['40%', '70%', '60%'].map((width, index) => (
        <Skeleton key={index} h="8" w={width} />
      ))}
    </SkeletonRegion>
  );
}

function RecentlySeen({ onClose }: Pick<SearchesProps, 'onClose'>) {
  const [seen, setSeen] = useState(readSeenProblems);
  function clear() {
    clearSeen();
    setSeen([]);
  }
  if (seen.length === 0) return null;
  return (
    <Box as="section" aria-label="Recently seen" borderTopWidth="1px" pt="4">
      <Flex align="center" justify="space-between">
        <Heading as="h3" textStyle="ui" fontWeight="600">
          Recently seen
        </Heading>
        <Button variant="ghost" size="xs" me="-2.5" onClick={clear}>
          Clear
        </Button>
      </Flex>
      <Stack as="ul" gap="0" listStyleType="none">
        {seen.map(({ _id, title }) => (
          <Flex as="li" key={_id}>
            <RowLink to={`/view-problems/${_id}`} onClick={onClose}>
              <Text color="fg.muted" truncate>
                {title}
              </Text>
            </RowLink>
          </Flex>
        ))}
      </Stack>
      <Text textStyle="meta" color="fg.subtle" mt="1">
        Stored on this device only.
      </Text>
    </Box>
  );
}

export function Component({ open, filters, onClose }: SearchesProps & { open: boolean }) {
  const userId = useSession((state) => state.userData?._id);
  return (
    <Modal open={open} onClose={onClose} title="Saved searches">
      <Stack gap="6" tabIndex={-1} outline="0" data-autofocus="">
        {userId ? <OwnSearches filters={filters} onClose={onClose} /> : <SignInToSave />}
        {/* Recently seen problems are stored per user; another tab may sign out. */}
        <RecentlySeen key={userId} onClose={onClose} />
      </Stack>
    </Modal>
  );
}
