import type { SearchResult } from '@solvent/federation';
import { Link } from '@solvent/router';
import { Box, chakra, Span, Text } from '@solvent/ui';
import { useEffect, useRef } from 'react';
import type { PaletteGroup } from './palette-groups.ts';

export const getOptionId = (listId: string, { to }: SearchResult): string => `${listId}-${encodeURIComponent(to)}`;

const OptionLink = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4',
    px: '2.5',
    minH: '36px',
    rounded: 'l1',
    scrollMarginBlock: '8',
    _hover: { bg: 'bg.muted' },
    '&[aria-selected=true]': { bg: 'brand.muted' },
    '@media (pointer: coarse)': { minH: '44px' },
  },
});

interface OptionProps {
  id: string;
  entry: SearchResult;
  isActive: boolean;
  onChoose: () => void;
}

/** A link, so that it can open in a new tab. The combobox handles the keyboard. */
function Option({ id, entry, isActive, onChoose }: OptionProps) {
  const ref = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <OptionLink
      ref={ref}
      id={id}
      to={entry.to}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => (event.ctrlKey || event.metaKey || event.shiftKey ? undefined : onChoose())}
    >
      <Span truncate>{entry.label}</Span>
      {entry.detail ? (
        <Span color="fg.muted" textStyle="meta" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
          {entry.detail}
        </Span>
      ) : null}
    </OptionLink>
  );
}

interface PaletteListProps {
  id: string;
  groups: readonly PaletteGroup[];
  active: SearchResult | undefined;
  onChoose: () => void;
}

export function PaletteList({ id, groups, active, onChoose }: PaletteListProps) {
  return (
    <Box id={id} role="listbox" aria-label="Results">
      {groups.map(({ title, entries, note }) => (
        <Box key={title} role="group" aria-labelledby={`${id}-${title}`} mb="2">
          <Text id={`${id}-${title}`} role="presentation" px="2.5" py="1.5" textStyle="meta" fontWeight="600" color="fg.muted">
            {title}
          </Text>
          {note ? (
            <Text role="presentation" px="2.5" py="2" color="fg.muted">
              {note}
            </Text>
          ) : null}
          {entries.map((entry) => (
            <Option
              key={entry.to}
              id={getOptionId(id, entry)}
              entry={entry}
              isActive={entry.to === active?.to}
              onChoose={onChoose}
            />
          ))}
        </Box>
      ))}
    </Box>
  );
}
