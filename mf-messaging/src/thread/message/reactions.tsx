import type { Message, Participant } from '@solvent/contracts';
import { chakra, FINGER_TARGET, Flex } from '@solvent/ui';
import { useSetReaction } from '../../sync/use-reactions.ts';
import { useThreadActions } from '../actions/thread-actions.ts';

const Chip = chakra('button', {
  base: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    h: '26px',
    px: '2',
    rounded: 'full',
    borderWidth: '1px',
    bg: 'bg.panel',
    textStyle: 'meta',
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    _disabled: { cursor: 'default' },
    '&[aria-pressed=true]': { bg: 'brand.subtle', borderColor: 'brand.solid', color: 'brand.fg' },
    focusVisibleRing: 'outside',
  },
});

/** "👍, by you and Diego". */
function formatNames(userIds: readonly string[], self: string, other: string): string {
  const names = userIds.map((id) => (id === self ? 'you' : other));
  return names.join(' and ');
}

interface ReactionsProps {
  message: Message;
  other: Pick<Participant, 'name'>;
}

export function Component({ message, other }: ReactionsProps) {
  const { userId, canWrite } = useThreadActions();
  const setReaction = useSetReaction(userId);
  return (
    <Flex wrap="wrap" gap="1" mt="1">
      {message.reactions.map(({ emoji, userIds }) => {
        const isOwn = userIds.includes(userId);
        return (
          <Chip
            key={emoji}
            type="button"
            aria-pressed={isOwn}
            aria-label={`${emoji}, by ${formatNames(userIds, userId, other.name)}`}
            disabled={!canWrite}
            {...FINGER_TARGET}
            onClick={() => setReaction(message, emoji, !isOwn)}
          >
            {emoji}
            {userIds.length > 1 ? <span aria-hidden>{userIds.length}</span> : null}
          </Chip>
        );
      })}
    </Flex>
  );
}
