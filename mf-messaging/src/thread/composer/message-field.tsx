import { chakra } from '@solvent/ui';
import { useLayoutEffect, useRef } from 'react';
import type { ClipboardEvent, KeyboardEvent, Ref } from 'react';

/** px: one line of 20 and its padding, and some eight. */
const HEIGHT = { least: 36, most: 184 };

const Field = chakra('textarea', {
  base: {
    flex: '1',
    minW: '0',
    resize: 'none',
    bg: 'transparent',
    outline: '0',
    py: '2',
    fontSize: { base: '16px', md: '14px' },
    lineHeight: { base: '24px', md: '20px' },
    overflowWrap: 'anywhere',
  },
});

/** With a finger there is no Shift: Enter breaks the line there (interface "Conversations"). */
const isTouch = (): boolean => window.matchMedia('(pointer: coarse)').matches;

/** Whether this key sends. One that ends a word of an input method (Japanese, Chinese) does not. */
export function sends({ key, shiftKey, ctrlKey, metaKey, nativeEvent, keyCode }: KeyboardEvent): boolean {
  if (key !== 'Enter' || nativeEvent.isComposing || keyCode === 229) return false;
  return ctrlKey || metaKey || (!shiftKey && !isTouch());
}

interface MessageFieldProps {
  ref: Ref<HTMLTextAreaElement>;
  value: string;
  /** Says what is wrong with the text. */
  errorId: string | undefined;
  onWrite: (text: string) => void;
  onSend: () => void;
  onPaste: (event: ClipboardEvent) => void;
}

/** Where one writes: it grows with the text to some eight lines. */
export function MessageField({ ref, value, errorId, onWrite, onSend, onPaste }: MessageFieldProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const field = own.current;
    if (!field) return;
    field.style.height = 'auto';
    field.style.height = `${Math.min(Math.max(field.scrollHeight, HEIGHT.least), HEIGHT.most)}px`;
  }, [value]);

  function setRefs(element: HTMLTextAreaElement | null) {
    own.current = element;
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  }
  function handleKey(event: KeyboardEvent) {
    if (!sends(event)) return;
    event.preventDefault();
    onSend();
  }
  return (
    <Field
      ref={setRefs}
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
  );
}
