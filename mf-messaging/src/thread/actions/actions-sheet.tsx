import { REACTIONS } from '@solvent/contracts';
import type { Message } from '@solvent/contracts';
import { Button, chakra, Flex, Stack } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';
import { useSetReaction } from '../../sync/use-reactions.ts';
import { getMessageActions, hasReacted } from './message-actions.ts';
import { useThreadActions } from './thread-actions.ts';

const ReactionButton = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '44px',
    rounded: 'full',
    fontSize: '24px',
    lineHeight: '1',
    bg: 'bg.muted',
    '&[aria-pressed=true]': { bg: 'brand.subtle', boxShadow: 'inset 0 0 0 1px var(--chakra-colors-brand-solid)' },
    focusVisibleRing: 'outside',
  },
});

interface ActionsSheetProps {
  message: Message;
  onClose: () => void;
}

export function Component({ message, onClose }: ActionsSheetProps) {
  const actions = useThreadActions();
  const setReaction = useSetReaction(actions.userId);
  return (
    <Modal open onClose={onClose} size="sm" title="Message">
      {actions.canWrite && !message.deletedAt ? (
        <Flex justify="space-between" gap="1" mb="4">
          {REACTIONS.map((emoji) => {
            const isGiven = hasReacted(message, emoji, actions.userId);
            const toggle = () => {
              setReaction(message, emoji, !isGiven);
              onClose();
            };
            return (
              <ReactionButton
                key={emoji}
                type="button"
                aria-label={`React with ${emoji}`}
                aria-pressed={isGiven}
                onClick={toggle}
              >
                {emoji}
              </ReactionButton>
            );
          })}
        </Flex>
      ) : null}
      <Stack gap="1" mx="-2">
        {getMessageActions(message, actions).map(({ label, icon: Icon, run, isUnavailable }) => {
          const choose = () => {
            onClose();
            run();
          };
          return (
            <Button
              key={label}
              variant="ghost"
              colorPalette="gray"
              justifyContent="flex-start"
              minH="44px"
              aria-disabled={isUnavailable}
              onClick={choose}
            >
              <Icon size={18} aria-hidden />
              {label}
            </Button>
          );
        })}
      </Stack>
    </Modal>
  );
}
