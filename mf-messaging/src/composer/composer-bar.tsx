import { Box, Flex, IconButton, Text } from '@solvent/ui';
import { X } from 'lucide-react';

interface ComposerBarProps {
  title: string;
  text: string;
  cancelLabel: string;
  disabled?: boolean;
  onCancel: () => void;
}

export function Component({ title, text, cancelLabel, disabled, onCancel }: ComposerBarProps) {
  return (
    <Flex align="center" gap="2" ps="3" pe="1" pt="1" role="status">
      <Box flex="1" minW="0" ps="2" borderInlineStartWidth="3px" borderColor="brand.solid" textStyle="meta">
        <Text fontWeight="600" color="brand.fg" truncate>
          {title}
        </Text>
        <Text dir="auto" color="fg.muted" truncate>
          {text}
        </Text>
      </Box>
      <IconButton
        type="button"
        size="xs"
        variant="ghost"
        colorPalette="gray"
        aria-label={cancelLabel}
        title={cancelLabel}
        disabled={disabled}
        onClick={onCancel}
      >
        <X size={16} aria-hidden />
      </IconButton>
    </Flex>
  );
}
