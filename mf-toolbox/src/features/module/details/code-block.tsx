import { Box, chakra, IconButton, toast } from '@solvent/ui';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

const COPIED = 2000;

function useCopy(text: string) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED);
    return () => clearTimeout(timer);
  }, [isCopied]);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      toast.success('Copied');
    } catch {
      toast.error('It could not be copied. Select the text and copy it.');
    }
  }
  return { isCopied, copy: () => void copy() };
}

/** Code that is there to be copied. */
export function CodeBlock({ code, copyLabel }: { code: string; copyLabel: string }) {
  const { isCopied, copy } = useCopy(code);
  return (
    <Box position="relative" bg="bg.muted" borderWidth="1px" rounded="l2">
      <chakra.pre tabIndex={0} p="3" me="12" overflowX="auto" fontFamily="mono" fontSize="13px" lineHeight="20px" rounded="l2">
        <code>{code}</code>
      </chakra.pre>
      <IconButton
        position="absolute"
        top="1"
        insetEnd="1"
        size="sm"
        variant="ghost"
        colorPalette="gray"
        bg="bg.muted"
        aria-label={copyLabel}
        title={copyLabel}
        onClick={copy}
      >
        {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      </IconButton>
    </Box>
  );
}
