import { expect } from '@playwright/test';
import type { JSHandle, Page } from '@playwright/test';

/** In CSS pixels (product 10.15). */
const FINGER_PX: [width: number, height: number] = [44, 44];

export const CONTROLS =
  'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=switch], [role=slider], [role=option], [role=menuitem]';

type IsInSentence = (element: Element) => boolean;

/** Creates a function of the page. A link in a sentence is as high as its line (WCAG 2.5.8, "Inline"). */
export const createIsInSentence = (page: Page): Promise<JSHandle<IsInSentence>> =>
  page.evaluateHandle((controls) => {
    return (element: Element): boolean => {
      if (getComputedStyle(element).display !== 'inline') return false;
      let block = element.parentElement;
      while (block && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement;
      const texts = document.createTreeWalker(block ?? element, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { textContent, parentElement } = texts.currentNode;
        if (/\p{L}{2}/u.test(textContent ?? '') && !parentElement?.closest(controls)) return true;
      }
      return false;
    };
  }, CONTROLS);

interface TargetOptions {
  size: [width: number, height: number];
  root: string;
  controls: string;
  isInSentence: IsInSentence;
}

/** Runs in the page. */
function listSmallTargets({ size: [minWidth, minHeight], root, controls, isInSentence }: TargetOptions): string[] {
  const getLandmark = (element: Element) =>
    element.closest('header, footer, main, nav, [role=dialog]')?.tagName.toLowerCase() ?? 'page';

  /** The label of a control that the product renders itself, or the track of a slider, which moves its nearest thumb. */
  const getVisibleTarget = (element: HTMLElement): HTMLElement =>
    element.closest<HTMLElement>('label, [data-part=track]') ?? element;

  /** Measures the clickable area, which may be larger than the box, or covered. */
  function measureReach(shown: HTMLElement, [x, y]: [number, number], [dx, dy]: [number, number]): number {
    const limit = dx === 0 ? minHeight : minWidth;
    let distance = 0;
    while (distance < limit && shown.contains(document.elementFromPoint(x + dx * (distance + 1), y + dy * (distance + 1))))
      distance += 1;
    return distance;
  }

  function findSmallSize(element: HTMLElement): string | undefined {
    const shown = getVisibleTarget(element);
    shown.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = shown.getBoundingClientRect();
    const center: [number, number] = [left + width / 2, top + height / 2];
    if (width <= 1 || height <= 1 || !shown.contains(document.elementFromPoint(...center))) return undefined;
    const clickableWidth = Math.max(width, measureReach(shown, center, [-1, 0]) + measureReach(shown, center, [1, 0]) + 1);
    const clickableHeight = Math.max(height, measureReach(shown, center, [0, -1]) + measureReach(shown, center, [0, 1]) + 1);
    return clickableWidth > minWidth - 1 && clickableHeight > minHeight - 1
      ? undefined
      : `${Math.round(clickableWidth)}×${Math.round(clickableHeight)}`;
  }

  return [...document.querySelectorAll<HTMLElement>(`:is(${root}) :is(${controls})`)].flatMap((element) => {
    const isShown = element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden=true], [inert]');
    if (!isShown || isInSentence(element)) return [];
    const size = findSmallSize(element);
    const name = element.ariaLabel || element.textContent?.trim() || element.getAttribute('name') || element.id;
    return size === undefined ? [] : [`${getLandmark(element)}: ${element.tagName.toLowerCase()} "${name.slice(0, 40)}" ${size}`];
  });
}

/** @returns interactive elements that are too small for a finger, with their sizes */
export const findSmallTargets = async (page: Page, size = FINGER_PX, root = 'body'): Promise<string[]> =>
  page.evaluate(listSmallTargets, { size, root, controls: CONTROLS, isInSentence: await createIsInSentence(page) });

/** Expects no horizontal scrolling. */
export const expectNoOverflow = async (page: Page, where?: string): Promise<void> =>
  expect
    .soft(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), where)
    .toBe(0);
