import { Box, Stack, useLateLayout } from '@solvent/ui';
import { memo, startTransition, useEffect, useRef, useState } from 'react';
import type { ListedProblem } from '../../api/problems.ts';
import { ProblemCard } from '../../problem/problem-card.tsx';

/** How far from the viewport, in px, a block of the list still stands in the document: some two screens. */
const RENDER_MARGIN_PX = 1500;

/** Heights of blocks that left the document, by what they show: a list that one comes back to is as high as it was. */
const heights = new WeakMap<object, number>();

/**
 * Lets a long list keep only what is near the viewport in the document. Give `ref` to a block; while
 * `height` is a number, render the block empty and that high.
 * `content` is the block's data: the same object for as long as it shows the same.
 */
function useVirtualBlock(content: object) {
  const ref = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(() => heights.get(content));

  useEffect(() => {
    const block = ref.current;
    if (!block) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (!last || last.isIntersecting) {
          heights.delete(content);
          // In slices between frames: there is time, the block is still out of sight.
          return startTransition(() => setHeight(undefined));
        }
        // Who has the focus in it would lose it.
        if (block.contains(document.activeElement) || block.offsetHeight === 0) return;
        heights.set(content, block.offsetHeight);
        setHeight(block.offsetHeight);
      },
      { rootMargin: `${RENDER_MARGIN_PX}px 0px` },
    );
    observer.observe(block);
    return () => observer.disconnect();
  }, [content]);

  return { ref, height };
}

/** Cards that screens show before they are scrolled: they are to be there at once. */
const EAGER_CARDS = 4;

interface ProblemBlockProps {
  problems: readonly ListedProblem[];
  /** Position of the first one in the whole list, from 1. */
  firstPosition: number;
  /** How many match in all; -1 when nobody knows. */
  total: number;
}

/**
 * One page of the list. Far from the viewport it is an empty block of the same height: with 10,000 problems some
 * fifty cards stand in the document. `content-visibility` would save painting, not the 10,000 cards themselves.
 */
export const ProblemBlock = memo(function ProblemBlock({ problems, firstPosition, total }: ProblemBlockProps) {
  const { ref, height } = useVirtualBlock(problems);
  const deferredLayout = useLateLayout({ base: '266px', sm: '218px' });
  return (
    <Box ref={ref} style={{ height }}>
      {height === undefined ? (
        <Stack gap="3" pb="3">
          {problems.map((problem, index) => (
            <Box
              key={problem._id}
              role="listitem"
              aria-posinset={firstPosition + index}
              aria-setsize={total}
              {...(index >= EAGER_CARDS && deferredLayout)}
            >
              <ProblemCard problem={problem} />
            </Box>
          ))}
        </Stack>
      ) : null}
    </Box>
  );
});
