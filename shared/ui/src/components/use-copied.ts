import { useEffect, useState } from 'react';

const COPIED_DURATION_MS = 2000;

/** Returns a flag that resets 2 s after it was set. */
export function useCopied(): [isCopied: boolean, setCopied: (isCopied: boolean) => void] {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_DURATION_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return [isCopied, setCopied];
}
