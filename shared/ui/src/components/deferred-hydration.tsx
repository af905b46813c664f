import { Suspense, use, useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { Box } from '@chakra-ui/react';
import type { BoxProps } from '@chakra-ui/react';
import { subscribeToNothing } from './use-hydrated.ts';

/** Parts of a page hydrate, and load their code, this far before they enter the viewport. */
const MARGIN = '400px 0px';

const INTERACTIONS = ['pointerdown', 'keydown'] as const;

function createGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/** While hydrating, suspends until `opened` resolves, which keeps the server's markup. */
function Gated({ opened, children }: { opened: Promise<void>; children: ReactNode }) {
  const isHydrating = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => typeof window !== 'undefined',
  );
  if (isHydrating) use(opened);
  return children;
}

interface DeferredHydrationProps extends BoxProps {
  /** Called when the content is near the viewport, whether the server or the browser rendered it. */
  onNear?: () => void;
}

/**
 * Hydrates its server-rendered children when they are near the viewport, or when the user starts to interact: React delays transitions,
 * such as navigations, that change content before its hydration.
 */
export function DeferredHydration({ onNear, children, ...props }: DeferredHydrationProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [gate] = useState(createGate);
  const [initialChildren] = useState(children);
  if (children !== initialChildren) gate.open();
  const handleNear = useEffectEvent(() => {
    gate.open();
    onNear?.();
  });

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        handleNear();
      },
      { rootMargin: MARGIN },
    );
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    for (const type of INTERACTIONS) window.addEventListener(type, gate.open, { capture: true, once: true });
    return () => {
      for (const type of INTERACTIONS) window.removeEventListener(type, gate.open, { capture: true });
    };
  }, [gate]);

  // Memoized: after a change, React would discard the server's markup and render the content again.
  const content = useMemo(
    () => (
      <Suspense>
        <Gated opened={gate.opened}>{children}</Gated>
      </Suspense>
    ),
    [gate, children],
  );
  return (
    <Box ref={ref} {...props}>
      {content}
    </Box>
  );
}
