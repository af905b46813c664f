import { chakra } from '@chakra-ui/react';
import { Check, Copy } from 'lucide-react';
import { useRef } from 'react';
import { useCopied } from './components/use-copied.ts';

/** Copies the reference before it. Also selects it, in case the browser refuses to copy. */
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
      position="relative"
      _before={{ content: '""', position: 'absolute', inset: '-15px' }}
      _hover={{ color: 'fg' }}
      aria-label={isCopied ? 'Reference copied' : 'Copy reference'}
      // `navigator.clipboard` requires a secure context.
      onClick={() => void copy().catch(() => undefined)}
    >
      <Icon size={14} aria-hidden />
    </chakra.button>
  );
}
