import { useEffect, useState } from 'react';

/** So long something says that it was copied (ms). */
const COPIED_DURATION_MS = 2000;

/** Whether something was copied a moment ago, and what says whether it was just now. */
export function useCopied(): [isCopied: boolean, setCopied: (isCopied: boolean) => void] {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_DURATION_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return [isCopied, setCopied];
}
