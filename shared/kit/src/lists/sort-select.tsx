import { Box, chakra } from '@solvent/ui';
import { ChevronDown } from 'lucide-react';

interface SortSelectProps<Sort extends string> {
  value: Sort;
  options: readonly { value: Sort; label: string }[];
  onChange: (sort: Sort) => void;
}

/** Selects a list's order. A native select needs no form code. */
export function SortSelect<Sort extends string>({ value, options, onChange }: SortSelectProps<Sort>) {
  const choose = (text: string) => {
    const chosen = options.find((option) => option.value === text);
    if (chosen) onChange(chosen.value);
  };
  return (
    <Box position="relative" minW="0">
      <chakra.select
        aria-label="Sort"
        value={value}
        onChange={(event) => choose(event.target.value)}
        appearance="none"
        maxW="full"
        h="36px"
        ps="3"
        pe="9"
        fontSize={{ base: '16px', md: '14px' }}
        bg="bg.panel"
        borderWidth="1px"
        borderColor="border.control"
        rounded="l2"
        cursor="pointer"
        focusVisibleRing="outside"
        css={{ '@media (pointer: coarse)': { minH: '44px' } }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </chakra.select>
      <Box
        position="absolute"
        insetEnd="3"
        top="50%"
        transform="translateY(-50%)"
        pointerEvents="none"
        color="fg.muted"
        aria-hidden
      >
        <ChevronDown size={16} />
      </Box>
    </Box>
  );
}
