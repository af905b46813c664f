import { chakra, HStack, IconButton } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { Span } from '../../texts.tsx';

interface ChipListProps {
  label: string;
  values: readonly string[];
  onRemove: (value: string) => void;
}

export function ChipList({ label, values, onRemove }: ChipListProps) {
  if (values.length === 0) return null;
  return (
    <chakra.ul aria-label={label} display="flex" flexWrap="wrap" gap="2" listStyleType="none" w="full">
      {values.map((value) => (
        <HStack as="li" key={value} gap="0.5" ps="2.5" bg="brand.subtle" color="brand.fg" rounded="l1" maxW="full" minW="0">
          <Span overflowWrap="anywhere" py="1" textStyle="ui" fontWeight="500">
            {value}
          </Span>
          <IconButton variant="ghost" size="2xs" minW="7" h="7" aria-label={`Remove ${value}`} onClick={() => onRemove(value)}>
            <X size={14} />
          </IconButton>
        </HStack>
      ))}
    </chakra.ul>
  );
}
