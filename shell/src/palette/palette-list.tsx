import { Link } from '@solvent/router';
import { Box, chakra, Span, Text } from '@solvent/ui';
import { useEffect, useRef } from 'react';
import type { MouseEvent } from 'react';
import type { PaletteEntry, PaletteGroup } from './palette-groups.ts';

export const getOptionId = (listId: string, { to }: PaletteEntry): string => `${listId}-${encodeURIComponent(to)}`;

const option = {
  base: {
    w: '100%',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4',
    px: '2.5',
    minH: '36px',
    rounded: 'l1',
    _hover: { bg: 'bg.muted' },
    '&[aria-selected=true]': { bg: 'brand.muted' },
    '@media (pointer: coarse)': { minH: '44px' },
  },
} as const;

const OptionLink = chakra(Link, option);
const OptionButton = chakra('button', option);

interface OptionProps {
  id: string;
  entry: PaletteEntry;
  isActive: boolean;
  onChoose: () => void;
}

/** A link, so that it can open in a new tab, or an action. The combobox handles the keyboard. */
function Option({ id, entry: { to, label, detail, run }, isActive, onChoose }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const props = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
  } as const;
  const runAction = () => {
    onChoose();
    run?.();
  };
  const follow = (event: MouseEvent) => (event.ctrlKey || event.metaKey || event.shiftKey ? undefined : onChoose());
  const content = (
    <>
      <Span truncate>{label}</Span>
      {detail ? (
        <Span color="fg.muted" textStyle="meta" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
          {detail}
        </Span>
      ) : null}
    </>
  );
  return (
    <Box ref={ref} role="presentation" scrollMarginBlock="8">
      {run ? (
        <OptionButton {...props} type="button" onClick={runAction}>
          {content}
        </OptionButton>
      ) : (
        <OptionLink {...props} to={to} onClick={follow}>
          {content}
        </OptionLink>
      )}
    </Box>
  );
}

interface PaletteListProps {
  id: string;
  groups: readonly PaletteGroup[];
  active: PaletteEntry | undefined;
  onChoose: () => void;
}

export function PaletteList({ id, groups, active, onChoose }: PaletteListProps) {
  return (
    <Box id={id} role="listbox" aria-label="Results" h={{ base: '45dvh', md: '380px' }} mt="3" overflowY="auto">
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
