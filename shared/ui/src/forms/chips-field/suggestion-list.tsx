import { Box, chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import type { MouseEvent } from 'react';
import { AUTO_DIRECTION } from '../../texts.tsx';

interface SuggestionListProps {
  id: string;
  label: string;
  suggestions: readonly string[];
  /** -1 for none. */
  active: number;
  /** Replaces the last suggestion's text. */
  newLabel?: string | undefined;
  onChoose: (value: string) => void;
}

export const getOptionId = (listId: string, index: number): string => `${listId}-${index}`;

export function SuggestionList({ id, label, suggestions, active, newLabel, onChoose }: SuggestionListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <chakra.ul
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      position="absolute"
      top="100%"
      insetX="0"
      mt="1"
      zIndex="dropdown"
      p="1"
      bg="bg.raised"
      borderWidth="1px"
      rounded="l2"
      shadow="md"
      listStyleType="none"
    >
      {suggestions.map((value, index) => (
        <Box
          as="li"
          key={value}
          id={getOptionId(id, index)}
          role="option"
          {...AUTO_DIRECTION}
          aria-selected={index === active}
          px="2.5"
          py="1.5"
          css={{ '@media (pointer: coarse)': { minH: '44px' } }}
          display="flex"
          alignItems="center"
          rounded="l1"
          cursor="pointer"
          bg={index === active ? 'brand.muted' : undefined}
          _hover={{ bg: 'brand.subtle' }}
          // Keeps the focus in the field, which would close the list otherwise.
          onMouseDown={(event: MouseEvent) => event.preventDefault()}
          onClick={() => onChoose(value)}
        >
          {newLabel && index === suggestions.length - 1 ? newLabel : value}
        </Box>
      ))}
    </chakra.ul>
  );
}
