import { useConnection } from '@solvent/http';
import { Flex, Text } from '@solvent/ui';
import { WifiOff } from 'lucide-react';

const STATUS_TEXTS = {
  offline: 'You are offline.',
  silent: 'Solvent cannot be reached.',
} as const;

/** Says under the top bar that there is no connection, for as long as there is none (product 8.18). Over the page, so that nothing moves. */
export function ConnectionBar() {
  const connection = useConnection();
  return (
    <Flex aria-live="polite" position="fixed" top="56px" insetX="0" zIndex="docked" justify="center" pointerEvents="none">
      {connection === 'on' ? null : (
        <Flex
          align="center"
          justify="center"
          gap="2"
          w="full"
          px="4"
          py="1.5"
          bg="bg.inverted"
          color="fg.inverted"
          data-part="offline"
        >
          <WifiOff size={16} aria-hidden />
          <Text textStyle="meta">{STATUS_TEXTS[connection]} What you type is kept, and this page goes on by itself.</Text>
        </Flex>
      )}
    </Flex>
  );
}
