import { Box, chakra } from '@solvent/ui';
import type { MouseEvent } from 'react';

interface TagSuggestionsProps {
  id: string;
  suggestions: string[];
  /** Index of the one that the arrows have reached, -1 for none. */
  active: number;
  onChoose: (tag: string) => void;
}

/** The id of a suggestion's option, for `aria-activedescendant`. */
export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** Suggested tags under the field. The focus stays in the field. */
export function TagSuggestions({ id, suggestions, active, onChoose }: TagSuggestionsProps) {
  return (
    <chakra.ul
      id={id}
      role="listbox"
      aria-label="Suggested tags"
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
      {suggestions.map((tag, index) => (
        <Box
          as="li"
          key={tag}
          id={optionId(id, index)}
          role="option"
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
          // A press would take the focus out of the field, and the list away from under the pointer.
          onMouseDown={(event: MouseEvent) => event.preventDefault()}
          onClick={() => onChoose(tag)}
        >
          {tag}
        </Box>
      ))}
    </chakra.ul>
  );
}
