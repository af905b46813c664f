import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** How much (px) of an element's bottom lies under the keyboard on the screen of a phone. */
function coveredPart(element: HTMLElement, view: VisualViewport): number {
  // Enlarged by two fingers, the view is smaller than the page without any keyboard.
  if (view.scale > 1.01) return 0;
  const { bottom } = element.getBoundingClientRect();
  return Math.max(0, Math.round(bottom - view.offsetTop - view.height));
}

/** Room (px) to leave at the bottom of an element, so that what stands there is above the phone's keyboard. */
export function useKeyboardInset(ref: RefObject<HTMLElement | null>): number {
  const [inset, setInset] = useState(0);
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const update = () => setInset(ref.current ? coveredPart(ref.current, view) : 0);
    view.addEventListener('resize', update);
    view.addEventListener('scroll', update);
    return () => {
      view.removeEventListener('resize', update);
      view.removeEventListener('scroll', update);
    };
  }, [ref]);
  return inset;
}
