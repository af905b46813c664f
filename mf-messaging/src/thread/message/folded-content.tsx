import { Box, Button } from '@solvent/ui';
import type { BoxProps } from '@solvent/ui';
import { useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { UNFOLD_EVENT } from '../list/use-message-scroller.ts';

/** Texts that the user has unfolded: a message that is scrolled out of view and back stays unfolded. */
const unfolded = new Set<string>();

export interface FoldedTextProps {
  text: string;
  /** Where the button is; the message's actions may cover the other side. */
  align?: 'start' | 'end';
  children: ReactNode;
}

/** Folds its text where it is higher than `maxH`. */
export function Component({ text, align, maxH, children }: FoldedTextProps & { maxH: Pick<BoxProps, 'maxH'>['maxH'] }) {
  const content = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(() => unfolded.has(text));
  const [isLong, setLong] = useState(isOpen);
  const isFolded = isLong && !isOpen;

  useLayoutEffect(() => {
    const element = content.current;
    if (!element || isOpen) return;
    const measure = () => setLong(element.scrollHeight > element.clientHeight + 1);
    measure();
    // Markdown and pictures load later.
    const observer = new ResizeObserver(measure);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [isOpen]);

  function toggle() {
    if (isOpen) unfolded.delete(text);
    else {
      unfolded.add(text);
      content.current?.dispatchEvent(new Event(UNFOLD_EVENT, { bubbles: true }));
    }
    setOpen(!isOpen);
  }
  return (
    <Box>
      <Box
        ref={content}
        overflow="hidden"
        // A link below the fold received the focus.
        onScroll={() => (isFolded ? toggle() : undefined)}
        maxH={isOpen ? undefined : maxH}
        maskImage={isFolded ? 'linear-gradient(#000 calc(100% - 48px), transparent)' : undefined}
      >
        <Box>{children}</Box>
      </Box>
      {isLong ? (
        <Button
          size="xs"
          variant="ghost"
          display="flex"
          mt="1"
          ms={align === 'end' ? 'auto' : '-2'}
          me={align === 'end' ? '-2' : undefined}
          px="2"
          aria-expanded={isOpen}
          // Focus by a click would show the message's actions, on phones over this button.
          onMouseDown={(event) => event.preventDefault()}
          onClick={toggle}
        >
          {isOpen ? 'Show less' : 'Show more'}
        </Button>
      ) : null}
    </Box>
  );
}
