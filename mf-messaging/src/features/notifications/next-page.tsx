import { BROWSE } from '@solvent/contracts';
import { Box, Button, Center, InlineSpinner } from '@solvent/ui';
import { useEffect, useRef } from 'react';

interface NextPageProps {
  loading: boolean;
  failed: boolean;
  onLoad: () => void;
}

/** The end of what is loaded: asks for more before it comes into view, and waits for a person after a failure. */
export function NextPage({ loading, failed, onLoad }: NextPageProps) {
  const end = useRef<HTMLDivElement>(null);
  const waiting = !loading && !failed;

  useEffect(() => {
    if (!waiting || !end.current) return;
    const observer = new IntersectionObserver(([entry]) => (entry?.isIntersecting ? onLoad() : undefined), {
      rootMargin: `${BROWSE.scrollMargin}px`,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [waiting, onLoad]);

  if (failed) {
    return (
      <Center py="4">
        <Button variant="outline" onClick={onLoad}>
          Try again
        </Button>
      </Center>
    );
  }
  return (
    <Box ref={end} minH="52px">
      {loading ? <InlineSpinner size="sm" /> : null}
    </Box>
  );
}
