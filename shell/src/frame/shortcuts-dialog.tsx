import { SingleKeysSwitch } from '@solvent/kit';
import { Box, Flex, Kbd, Span, Stack } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';

const SHORTCUTS = [
  [['/'], 'Search this list'],
  [['Ctrl', 'K'], 'Search Solvent (⌘ K on a Mac)'],
  [['J'], 'Next item in the list'],
  [['K'], 'Previous item in the list'],
  [['←', '→'], 'Switch between tabs or filters'],
  [['Ctrl', 'Enter'], 'Submit the form'],
  [['Alt', 'T'], 'Jump to the latest notification'],
  [['Esc'], 'Close the dialog or menu'],
  [['?'], 'Show keyboard shortcuts'],
] as const;

export function Component({ onClose }: { onClose: () => void }) {
  return (
    <Modal open onClose={onClose} title="Keyboard shortcuts">
      <Box as="dl">
        {SHORTCUTS.map(([keys, action]) => (
          <Flex key={action} justify="space-between" align="center" gap="4" py="1.5">
            <Box as="dt">
              <Span>{action}</Span>
            </Box>
            <Flex as="dd" gap="1" flexShrink="0">
              {keys.map((key) => (
                <Kbd key={key} colorPalette="gray">
                  {key}
                </Kbd>
              ))}
            </Flex>
          </Flex>
        ))}
      </Box>
      <Stack mt="3">
        <SingleKeysSwitch />
      </Stack>
    </Modal>
  );
}
