import type { SavedSearch } from '@solvent/contracts';
import { Link } from '@solvent/router';
import { chakra, confirm, Flex, IconButton, Stack, Text } from '@solvent/ui';
import { Trash2 } from 'lucide-react';
import { useDeleteSearch } from '../../api/saved-searches.ts';
import { toFilters, writeFilters } from './filters.ts';
import { AlertsSelect } from './search-alerts.tsx';
import { describeSearch } from './search-name.ts';

export const RowLink = chakra(Link, {
  base: {
    display: 'block',
    flex: '1',
    minW: '0',
    py: '2',
    '@media (pointer: coarse)': { py: '3' },
    rounded: 'l1',
    focusVisibleRing: 'outside',
    _hover: { '& > :first-of-type': { textDecoration: 'underline', textUnderlineOffset: '3px' } },
  },
});

interface SearchRowProps {
  saved: SavedSearch;
  emails: boolean;
  isShown: boolean;
  onOpen: () => void;
  onDelete: () => void;
}

function SearchRow({ saved, emails, isShown, onOpen, onDelete }: SearchRowProps) {
  const { name, query } = saved;
  const filters = toFilters(query);
  const description = describeSearch(filters);
  return (
    <Flex as="li" align="center" gap="2" css={{ '& + &': { borderTopWidth: '1px' } }}>
      <Flex flex="1" minW="0" columnGap="3" direction={{ base: 'column', md: 'row' }} align={{ md: 'center' }}>
        <RowLink to={`/problems${writeFilters(filters)}`} aria-current={isShown ? 'true' : undefined} onClick={onOpen}>
          <Text fontWeight="500" color={isShown ? 'brand.fg' : undefined} overflowWrap="anywhere" lineClamp="2">
            {name}
          </Text>
          {description === name ? null : (
            <Text textStyle="meta" color="fg.muted" truncate>
              {description}
            </Text>
          )}
        </RowLink>
        <AlertsSelect saved={saved} emails={emails} />
      </Flex>
      <IconButton
        variant="ghost"
        colorPalette="gray"
        color="fg.muted"
        size="sm"
        me="-2"
        aria-label={`Delete ${name}`}
        onClick={onDelete}
      >
        <Trash2 size={16} aria-hidden />
      </IconButton>
    </Flex>
  );
}

interface SavedSearchListProps {
  saved: readonly SavedSearch[];
  emails: boolean;
  matchingSearch: SavedSearch | undefined;
  onOpen: () => void;
  getFallbackFocus: () => HTMLElement | null;
}

export function SavedSearchList({ saved, emails, matchingSearch, onOpen, getFallbackFocus }: SavedSearchListProps) {
  const { mutateAsync: remove } = useDeleteSearch();
  const confirmDelete = (search: SavedSearch) =>
    confirm({
      title: 'Delete this search?',
      text: (
        <>
          “<bdi>{search.name}</bdi>” will be deleted from all your devices.
        </>
      ),
      action: 'Delete',
      busyAction: 'Deleting…',
      destructive: true,
      run: () => remove(search),
      finalFocusEl: getFallbackFocus,
    });
  if (saved.length === 0) return <Text color="fg.muted">No saved searches yet.</Text>;
  return (
    <Stack as="ul" gap="0" listStyleType="none">
      {saved.map((search) => (
        <SearchRow
          key={search._id}
          saved={search}
          emails={emails}
          isShown={search === matchingSearch}
          onOpen={onOpen}
          onDelete={() => void confirmDelete(search)}
        />
      ))}
    </Stack>
  );
}
