import type { Page } from '@playwright/test';
import { CONTROLS, createIsInSentence } from './touch-targets.ts';

interface LayoutOptions {
  root: string;
  controls: string;
  isInSentence: (element: Element) => boolean;
}

/** Runs in the page. */
function listLayoutFaults({ root: rootSelector, controls: controlSelector, isInSentence }: LayoutOptions): string[] {
  const root = document.querySelector(rootSelector);
  if (!root?.checkVisibility() || !/\S/.test(root.textContent)) return [`${rootSelector} shows nothing`];
  const FIELDS = 'input:not([type=checkbox], [type=radio], [type=file], [type=range]), select, textarea';
  const viewport = document.documentElement.clientWidth;
  const faults = new Set<string>();

  const getName = (element: Element) =>
    element.ariaLabel || element.textContent?.trim() || element.getAttribute('placeholder') || element.id;
  const describe = (element: Element) => {
    const landmark = element.closest('header, footer, main, nav, aside, [role=dialog], [role=menu]');
    return `${landmark?.tagName.toLowerCase() ?? 'page'}: ${element.tagName.toLowerCase()} "${getName(element).slice(0, 40)}"`;
  };
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('[aria-hidden=true], [inert], .Toastify');
  const isClipping = (overflow: string) => overflow === 'hidden' || overflow === 'clip';

  /** Hidden visually: such text and such inputs are for assistive technology. */
  function isForAssistiveTechnology(element: Element): boolean {
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const { width, height } = box.getBoundingClientRect();
      if (width <= 1 && height <= 1 && getComputedStyle(box).position === 'absolute') return true;
    }
    return false;
  }

  /** A text may end in an ellipsis and may be scrolled to; it may neither leave its box, nor the screen. */
  function checkText(text: Node): void {
    const { parentElement: parent } = text;
    if (!parent || !/\S/.test(text.textContent ?? '') || !isShown(parent) || isForAssistiveTechnology(parent)) return;
    if (parent.closest('svg, option, script, style, noscript')) return;
    const range = document.createRange();
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
    if (rects.length === 0) return;
    const [left, right] = [Math.min(...rects.map((rect) => rect.left)), Math.max(...rects.map((rect) => rect.right))];
    const [top, bottom] = [Math.min(...rects.map((rect) => rect.top)), Math.max(...rects.map((rect) => rect.bottom))];
    let isBlockFound = false;
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.display === 'inline' || style.display === 'contents') continue;
      const bounds = box.getBoundingClientRect();
      const [isBeyondX, isBeyondY] = [
        left < bounds.left - 1 || right > bounds.right + 1,
        // Glyphs may be higher than their line.
        top < bounds.top - 6 || bottom > bounds.bottom + 6,
      ];
      const isShortened = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
      if (isShortened && isClipping(style.overflowX)) return;
      if (style.overflowX === 'auto' || style.overflowX === 'scroll') return;
      if (isBeyondX && (!isBlockFound || isClipping(style.overflowX))) {
        faults.add(
          `text beyond its box: ${describe(parent)} by ${Math.round(Math.max(right - bounds.right, bounds.left - left))} px`,
        );
        return;
      }
      if (isBeyondY && isClipping(style.overflowY)) {
        faults.add(`text is cut: ${describe(parent)} by ${Math.round(Math.max(bottom - bounds.bottom, bounds.top - top))} px`);
        return;
      }
      if (style.overflowY === 'auto' || style.overflowY === 'scroll') return;
      isBlockFound = true;
    }
    if (left < -1 || right > viewport + 1) faults.add(`text beyond the screen: ${describe(parent)}`);
  }

  const context = document.createElement('canvas').getContext('2d');

  /** Of a field with many words, its placeholder or choice must be readable. */
  function checkField(field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement): void {
    const style = getComputedStyle(field);
    const text = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : field.placeholder;
    if (!context || !text || field instanceof HTMLTextAreaElement) return;
    context.font = style.font;
    const space = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const missing = Math.round(context.measureText(text).width - space);
    if (missing > 1) faults.add(`${describe(field)}: "${text}" is cut by ${missing} px`);
  }

  /** Fixed and sticky boxes are above the page: only controls in the same one are compared. */
  function getLayer(element: Element): Element | null {
    for (let box: Element | null = element; box; box = box.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(box).position)) return box;
    return null;
  }

  /** Of a link of several lines, the first one. */
  function getVisibleRect(element: Element): DOMRect | undefined {
    const [first] = element.getClientRects();
    if (!first) return undefined;
    let { left, top, right, bottom } = first;
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      const bounds = box.getBoundingClientRect();
      if (overflowX !== 'visible') [left, right] = [Math.max(left, bounds.left), Math.min(right, bounds.right)];
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, bounds.top), Math.min(bottom, bounds.bottom)];
    }
    return right - left > 1 && bottom - top > 1 ? new DOMRect(left, top, right - left, bottom - top) : undefined;
  }

  /** A button of a field, such as "Clear search", is beside its text. */
  function isInPadding(field: Element, { left }: DOMRect): boolean {
    if (!field.matches(FIELDS)) return false;
    return left >= field.getBoundingClientRect().right - parseFloat(getComputedStyle(field).paddingRight) - 1;
  }

  function checkOverlaps(controls: Element[]): void {
    const boxes = controls.flatMap((control) => {
      const rect = getVisibleRect(control);
      return rect ? [{ control, rect, layer: getLayer(control) }] : [];
    });
    for (const [at, a] of boxes.entries())
      for (const b of boxes.slice(at + 1)) {
        if (a.layer !== b.layer || a.control.contains(b.control) || b.control.contains(a.control)) continue;
        const width = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left);
        const height = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top);
        if (width > 1 && height > 1 && !isInPadding(a.control, b.rect))
          faults.add(`overlap: ${describe(a.control)} and ${describe(b.control)} by ${Math.round(width)}×${Math.round(height)}`);
      }
  }

  function checkCovered(control: HTMLElement): void {
    control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const rect = getVisibleRect(control);
    // Above the page until it has the focus, like "Skip to content".
    if (!rect || rect.bottom <= 0) return;
    const hit = document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2);
    if (rect.right > viewport + 1 || rect.left < -1) faults.add(`beyond the screen: ${describe(control)}`);
    else if (!hit || !(control.contains(hit) || hit.contains(control)))
      faults.add(`covered: ${describe(control)} by ${hit ? describe(hit) : 'nothing'}`);
  }

  const overflow = document.documentElement.scrollWidth - viewport;
  if (overflow > 0) faults.add(`scrolls sideways by ${overflow} px`);
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) checkText(texts.currentNode);
  for (const field of root.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(FIELDS))
    if (isShown(field) && !isForAssistiveTechnology(field)) checkField(field);
  const controls = [...root.querySelectorAll<HTMLElement>(controlSelector)]
    .filter((element) => isShown(element))
    .map((element) => element.closest('label') ?? element)
    .filter((element) => !isForAssistiveTechnology(element));
  checkOverlaps(controls.filter((control) => !isInSentence(control)));
  for (const control of new Set(controls)) checkCovered(control);
  return [...faults];
}

/** @param root selector of what is measured. @returns what a person would call broken in the layout */
export const findLayoutFaults = async (page: Page, root = 'body'): Promise<string[]> =>
  page.evaluate(listLayoutFaults, { root, controls: CONTROLS, isInSentence: await createIsInSentence(page) });
