import { preloadMarkdown } from '@solvent/ui/markdown';
import { useEffect, useState } from 'react';

let isReady = false;

/** Fetches what shows a bio while the profile comes; true once it is there or has failed: a bio then has its height at once. */
export function useMarkdownReady(): boolean {
  const [ready, setReady] = useState(isReady);
  useEffect(() => {
    let isCurrent = true;
    void preloadMarkdown().then(() => {
      isReady = true;
      if (isCurrent) setReady(true);
    });
    return () => {
      isCurrent = false;
    };
  }, []);
  return ready;
}
