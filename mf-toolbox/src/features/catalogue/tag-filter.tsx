import { MODULE_TECHNOLOGIES } from '@solvent/contracts';
import { ToggleChip } from '@solvent/kit';
import { Flex } from '@solvent/ui';

interface TagFilterProps {
  value: string[];
  onChange: (tags: string[]) => void;
}

/** The technologies, each one to be toggled. On a phone they stand in one row that scrolls sideways. */
export function TagFilter({ value, onChange }: TagFilterProps) {
  const toggle = (tag: string) => onChange(value.includes(tag) ? value.filter((other) => other !== tag) : [...value, tag]);
  return (
    <Flex
      role="group"
      aria-label="Technologies"
      gap="1.5"
      wrap={{ base: 'nowrap', md: 'wrap' }}
      overflowX={{ base: 'auto', md: 'visible' }}
      mx={{ base: '-4', md: '0' }}
      px={{ base: '4', md: '0' }}
      py="1"
      scrollbar="hidden"
    >
      {MODULE_TECHNOLOGIES.map((tag) => (
        <ToggleChip key={tag} pressed={value.includes(tag)} onClick={() => toggle(tag)}>
          {tag}
        </ToggleChip>
      ))}
    </Flex>
  );
}
