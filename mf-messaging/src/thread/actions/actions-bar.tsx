import { REACTIONS } from '@solvent/contracts';
import type { Message } from '@solvent/contracts';
import { chakra, Flex } from '@solvent/ui';
import { SmilePlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useSetReaction } from '../../sync/use-reactions.ts';
import { getMessageActions, hasReacted } from './message-actions.ts';
import { useThreadActions } from './thread-actions.ts';

const BarButton = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '30px',
    rounded: 'l1',
    color: 'fg.muted',
    fontSize: '16px',
    lineHeight: '1',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted', color: 'fg' },
    '&[aria-pressed=true]': { bg: 'brand.subtle' },
    '&[aria-disabled=true]': { opacity: '0.5' },
    focusVisibleRing: 'inside',
  },
});

function Reactions({ message, onDone }: { message: Message; onDone: () => void }) {
  const { userId } = useThreadActions();
  const setReaction = useSetReaction(userId);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return REACTIONS.map((emoji, index) => {
    const isGiven = hasReacted(message, emoji, userId);
    return (
      <BarButton
        key={emoji}
        ref={index === 0 ? first : undefined}
        type="button"
        aria-label={`React with ${emoji}`}
        aria-pressed={isGiven}
        onClick={() => {
          setReaction(message, emoji, !isGiven);
          onDone();
        }}
      >
        {emoji}
      </BarButton>
    );
  });
}

export function Component({ message, isOwn }: { message: Message; isOwn: boolean }) {
  const actions = useThreadActions();
  const [isPickerOpen, setPickerOpen] = useState(false);
  const reactButton = useRef<HTMLButtonElement>(null);
  const wasPickerOpen = useRef(false);
  useEffect(() => {
    if (wasPickerOpen.current && !isPickerOpen) reactButton.current?.focus();
    wasPickerOpen.current = isPickerOpen;
  }, [isPickerOpen]);

  function close(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isPickerOpen) return;
    event.stopPropagation();
    setPickerOpen(false);
  }
  return (
    <Flex
      role="toolbar"
      aria-label="Message actions"
      // The reactions are wider: they grow over the message instead of out of its row.
      {...(isPickerOpen ? (isOwn ? { me: '-32px' } : { ms: '-62px' }) : {})}
      p="0.5"
      bg="bg.raised"
      borderWidth="1px"
      rounded="l2"
      shadow="sm"
      onKeyDown={close}
    >
      {isPickerOpen ? (
        <Reactions message={message} onDone={() => setPickerOpen(false)} />
      ) : (
        <>
          {actions.canWrite && !message.deletedAt ? (
            <BarButton ref={reactButton} type="button" aria-label="React" title="React" onClick={() => setPickerOpen(true)}>
              <SmilePlus size={16} aria-hidden />
            </BarButton>
          ) : null}
          {getMessageActions(message, actions).map(({ label, icon: Icon, run, isUnavailable }) => (
            <BarButton key={label} type="button" aria-label={label} aria-disabled={isUnavailable} title={label} onClick={run}>
              <Icon size={16} aria-hidden />
            </BarButton>
          ))}
        </>
      )}
    </Flex>
  );
}
