import { chakra, HStack, IconButton, Span } from '@solvent/ui';
import { X } from 'lucide-react';

interface TagChipsProps {
  tags: readonly string[];
  onRemove: (tag: string) => void;
}

/** The chosen tags, each with a button that removes it. */
export function TagChips({ tags, onRemove }: TagChipsProps) {
  if (tags.length === 0) return null;
  return (
    <chakra.ul aria-label="Your tags" display="flex" flexWrap="wrap" gap="2" listStyleType="none" w="full">
      {tags.map((tag) => (
        <HStack as="li" key={tag} gap="0.5" ps="2.5" bg="brand.subtle" color="brand.fg" rounded="l1" maxW="full" minW="0">
          <Span overflowWrap="anywhere" py="1" textStyle="ui" fontWeight="500">
            {tag}
          </Span>
          <IconButton
            type="button"
            variant="ghost"
            size="2xs"
            minW="7"
            h="7"
            aria-label={`Remove ${tag}`}
            onClick={() => onRemove(tag)}
          >
            <X size={14} />
          </IconButton>
        </HStack>
      ))}
    </chakra.ul>
  );
}
