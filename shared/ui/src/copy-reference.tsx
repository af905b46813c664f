import { chakra } from '@chakra-ui/react';
import { Check, Copy } from 'lucide-react';
import { useRef } from 'react';
import { useCopied } from './components/use-copied.ts';

/** Copies the reference that stands before it. Where the browser lets nobody copy, that is selected, as it is by a press on it. */
export function CopyReference({ reference }: { reference: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isCopied, setCopied] = useCopied();
  async function copy(): Promise<void> {
    const text = button.current?.previousElementSibling;
    if (text) getSelection()?.selectAllChildren(text);
    await navigator.clipboard.writeText(reference);
    setCopied(true);
  }
  const Icon = isCopied ? Check : Copy;
  return (
    <chakra.button
      ref={button}
      type="button"
      ms="1.5"
      rounded="l1"
      verticalAlign="-2px"
      cursor="pointer"
      // In a line of text; a finger has 44 px of it all the same.
      position="relative"
      _before={{ content: '""', position: 'absolute', inset: '-15px' }}
      _hover={{ color: 'fg' }}
      aria-label={isCopied ? 'Reference copied' : 'Copy reference'}
      // Without a secure connection there is no clipboard.
      onClick={() => void copy().catch(() => undefined)}
    >
      <Icon size={14} aria-hidden />
    </chakra.button>
  );
}
