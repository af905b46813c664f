import { Box, Button, chakra, Flex, IconButton } from '@solvent/ui';
import { ArrowDown, ArrowUp } from 'lucide-react';

function FirstUnreadButton({ onClick }: { onClick: () => void }) {
  return (
    <Flex position="absolute" top="3" insetX="0" justify="center" pointerEvents="none">
      <Button
        size="sm"
        variant="outline"
        colorPalette="gray"
        rounded="full"
        bg="bg.raised"
        shadow="md"
        pointerEvents="auto"
        css={{ '@media (pointer: coarse)': { minH: '44px' } }}
        onClick={onClick}
      >
        <ArrowUp size={16} aria-hidden />
        Jump to the first unread
      </Button>
    </Flex>
  );
}

const MAX_COUNT = 99;

const formatLabel = (count: number): string => {
  if (count === 0) return 'Jump to the latest message';
  return `Jump to the latest message, ${count} new`;
};

function LatestButton({ count, onClick }: { count: number; onClick: () => void }) {
  return (
    <Box position="absolute" bottom="3" insetEnd={{ base: '4', md: '6' }}>
      <IconButton
        variant="outline"
        colorPalette="gray"
        rounded="full"
        bg="bg.raised"
        shadow="md"
        aria-label={formatLabel(count)}
        onClick={onClick}
      >
        <ArrowDown size={18} aria-hidden />
      </IconButton>
      {count > 0 ? (
        <chakra.span
          aria-hidden
          position="absolute"
          top="-1.5"
          insetEnd="-1"
          minW="20px"
          h="20px"
          px="1.5"
          rounded="full"
          bg="brand.solid"
          color="brand.contrast"
          textStyle="meta"
          lineHeight="20px"
          fontWeight="600"
          textAlign="center"
          fontVariantNumeric="tabular-nums"
          pointerEvents="none"
        >
          {count > MAX_COUNT ? `${MAX_COUNT}+` : count}
        </chakra.span>
      ) : null}
    </Box>
  );
}

interface JumpButtonsProps {
  /** How many messages are newer than what was seen. */
  count: number;
  onFirstUnread: (() => void) | undefined;
  onLatest: (() => void) | undefined;
}

export const Component = ({ count, onFirstUnread, onLatest }: JumpButtonsProps) => (
  <>
    {onFirstUnread ? <FirstUnreadButton onClick={onFirstUnread} /> : null}
    {onLatest ? <LatestButton count={count} onClick={onLatest} /> : null}
  </>
);
