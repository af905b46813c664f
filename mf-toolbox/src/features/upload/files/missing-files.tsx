import { Button, Flex, Text } from '@solvent/ui';

interface MissingFilesProps {
  /** Files chosen before the page was left. */
  names: readonly string[];
  onDismiss: () => void;
}

/** Browsers cannot restore files after a reload, so the user chooses them again. */
export function MissingFiles({ names, onDismiss }: MissingFilesProps) {
  if (names.length === 0) return null;
  return (
    <Flex gap="2" align="center" justify="space-between" ps="3" pe="1" py="1" bg="bg.muted" rounded="l2">
      <Text textStyle="ui" overflowWrap="anywhere" minW="0">
        Drafts do not store files. Choose again: <strong>{names.join(', ')}</strong>
      </Text>
      <Button
        type="button"
        size="xs"
        variant="ghost"
        colorPalette="gray"
        flexShrink="0"
        aria-label={`Dismiss ${names.join(', ')}`}
        onClick={onDismiss}
      >
        Dismiss
      </Button>
    </Flex>
  );
}
