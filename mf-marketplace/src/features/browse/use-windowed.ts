import { startTransition, useEffect, useRef, useState } from 'react';

/** How far from the viewport, in px, a part of the list still stands in the document: some two screens. */
const KEPT = 1500;

/** Heights of parts that left the document, by what they show: a list that one comes back to is as high as it was. */
const heights = new WeakMap<object, number>();

/**
 * Lets a long list keep only what is near the viewport in the document. Give `ref` to a block that holds one part; while
 * `height` is a number, render the block empty and that high.
 *
 * @param content the part's data; the same object for as long as it shows the same
 */
export function useWindowed(content: object) {
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
      { rootMargin: `${KEPT}px 0px` },
    );
    observer.observe(block);
    return () => observer.disconnect();
  }, [content]);

  return { ref, height };
}
