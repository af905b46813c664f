import { useEffect, useRef } from 'react';

/**
 * When what is shown changes without a change of route, the focus goes to the wrong field, else to the new heading.
 *
 * @param step names what is shown
 * @returns the ref of the element around it
 */
export function useFocusOnChange(step: string) {
  const ref = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const target =
      ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? ref.current?.querySelector<HTMLElement>('h1');
    target?.focus({ preventScroll: true });
  }, [step]);
  return ref;
}
