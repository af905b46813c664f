import { chakra, HStack, IconButton, Span } from '@solvent/ui';
import { X } from 'lucide-react';

interface SkillChipsProps {
  skills: readonly string[];
  onRemove: (skill: string) => void;
}

/** The chosen skills, each with a button that removes it. */
export function SkillChips({ skills, onRemove }: SkillChipsProps) {
  if (skills.length === 0) return null;
  return (
    <chakra.ul aria-label="Your skills" display="flex" flexWrap="wrap" gap="2" listStyleType="none" w="full">
      {skills.map((skill) => (
        <HStack as="li" key={skill} gap="0.5" ps="2.5" bg="brand.subtle" color="brand.fg" rounded="l1" maxW="full" minW="0">
          <Span overflowWrap="anywhere" py="1" textStyle="ui" fontWeight="500">
            {skill}
          </Span>
          <IconButton variant="ghost" size="2xs" minW="7" h="7" aria-label={`Remove ${skill}`} onClick={() => onRemove(skill)}>
            <X size={14} />
          </IconButton>
        </HStack>
      ))}
    </chakra.ul>
  );
}
