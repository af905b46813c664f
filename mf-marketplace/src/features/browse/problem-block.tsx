import { Box, DeferredHydration, Stack, useLateLayout } from '@solvent/ui';
import { memo, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import type { ListedProblem } from '../../api/problems.ts';
import { ProblemCard } from '../../problem/problem-card.tsx';

/** Blocks farther than this from the viewport are unmounted; about two screens. */
const RENDER_MARGIN_PX = 1500;

/** Heights of unmounted blocks by their content, so that a list has its former height on return. */
const heights = new WeakMap<object, number>();

/** Unmounts a block far from the viewport; its caller then renders an empty box of `height`. @param content a stable object */
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
          return startTransition(() => setHeight(undefined));
        }
        // Keep the block that contains the focus.
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

const EAGER_CARDS = 4;

interface ProblemBlockProps {
  problems: readonly ListedProblem[];
  firstPosition: number;
  total: number;
}

/** One page of the list. Unmounted when far away: `content-visibility` alone would keep 10,000 cards in the DOM. */
export const ProblemBlock = memo(function ProblemBlock({ problems, firstPosition, total }: ProblemBlockProps) {
  const { ref, height } = useVirtualBlock(problems);
  // Stable elements, because changed ones hydrate at once.
  const cards = useMemo(() => problems.map((problem) => <ProblemCard key={problem._id} problem={problem} />), [problems]);
  const deferredLayout = useLateLayout({ base: '266px', sm: '218px' });
  return (
    <Box ref={ref} style={{ height }}>
      {height === undefined ? (
        <Stack gap="3" pb="3">
          {problems.map((problem, index) => {
            const item = { role: 'listitem', 'aria-posinset': firstPosition + index, 'aria-setsize': total };
            return index < EAGER_CARDS ? (
              <Box key={problem._id} {...item}>
                {cards[index]}
              </Box>
            ) : (
              <DeferredHydration key={problem._id} {...item} {...deferredLayout}>
                {cards[index]}
              </DeferredHydration>
            );
          })}
        </Stack>
      ) : null}
    </Box>
  );
});
