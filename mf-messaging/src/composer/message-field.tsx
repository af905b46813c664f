import { chakra } from '@solvent/ui';
import type { ClipboardEvent, KeyboardEvent, Ref } from 'react';

const TEXT_STYLE = {
  gridArea: '1 / 1',
  minW: '0',
  minH: '0',
  // 44 px high with one line, for touch.
  py: { base: '10px', md: '2' },
  fontSize: { base: '16px', md: '14px' },
  lineHeight: { base: '24px', md: '20px' },
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const;

/** Sizes the field by a hidden copy of its text: measuring in a script would move the list for a frame. */
const Frame = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateRows: 'minmax(0, 1fr)',
    overflow: 'hidden',
    flex: '1',
    minW: '0',
    maxH: { base: '212px', md: '176px' },
    _after: { content: 'attr(data-text) " "', visibility: 'hidden', ...TEXT_STYLE },
  },
});

const Field = chakra('textarea', { base: { ...TEXT_STYLE, resize: 'none', bg: 'transparent', outline: '0', overflowY: 'auto' } });

/** On touch screens, Enter breaks the line (product 2.24). */
const isTouch = (): boolean => window.matchMedia('(pointer: coarse)').matches;

/** Needs no check for input methods (IME): the shell hides their key events (contract 3.4). */
function isSendKey(event: KeyboardEvent): boolean {
  const { key, shiftKey, ctrlKey, metaKey } = event;
  return key === 'Enter' && (ctrlKey || metaKey || (!shiftKey && !isTouch()));
}

interface MessageFieldProps {
  ref: Ref<HTMLTextAreaElement>;
  value: string;
  errorId: string | undefined;
  onWrite: (text: string) => void;
  onSend: () => void;
  onPaste?: (event: ClipboardEvent) => void;
}

export function MessageField({ ref, value, errorId, onWrite, onSend, onPaste }: MessageFieldProps) {
  function handleKey(event: KeyboardEvent) {
    if (!isSendKey(event)) return;
    event.preventDefault();
    onSend();
  }
  return (
    <Frame data-text={value} dir="auto">
      <Field
        ref={ref}
        dir="auto"
        rows={1}
        aria-label="Message"
        placeholder="Write a message"
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        enterKeyHint={isTouch() ? 'enter' : 'send'}
        value={value}
        onChange={({ currentTarget }) => onWrite(currentTarget.value)}
        onKeyDown={handleKey}
        onPaste={onPaste}
      />
    </Frame>
  );
}
