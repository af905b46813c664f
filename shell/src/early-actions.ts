import { nextTask } from './tasks.ts';
import { EARLY_ACTIONS, FAILURE_ELEMENT_ID, RESTORE_MARKUP } from '@solvent/federation/manifest';

/** A user's action before hydration, recorded by the page's inline script (shared/releases/src/served-page.ts). */
interface EarlyAction {
  type: 'click' | 'input' | 'change' | 'submit';
  target: HTMLElement;
  value?: string | undefined;
  checked?: boolean | undefined;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (element: HTMLElement): element is Field => 'value' in element;

const isChoice = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

/** React ignores events that carry the value it hydrated, so its value tracker is reset first. */
function setValue(field: Field, value: string): void {
  if (field instanceof HTMLSelectElement) field.value = value;
  else {
    const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    // React intercepts the property of the element; the prototype's setter bypasses it.
    field.value = '';
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  }
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/** Resets React's tracker in the same way, then clicks. */
function setChecked(field: HTMLInputElement, checked: boolean): void {
  field.checked = !checked;
  field.click();
}

/** Identifies an element across two renderings of a page: by attributes, and by text for buttons. */
const getIdentity = (element: Element): string =>
  JSON.stringify([
    element.tagName,
    ...['name', 'type', 'placeholder', 'aria-label'].map((name) => element.getAttribute(name)),
    element.matches('button, [role=button]') && element.textContent,
  ]);

/** Returns the element, or its counterpart if the browser rendered the page again instead of hydrating it. */
function findCurrent(element: HTMLElement): HTMLElement | undefined {
  if (element.isConnected) return element;
  const identity = getIdentity(element);
  const findMatches = (root: ParentNode) =>
    [...root.querySelectorAll<HTMLElement>(element.tagName)].filter((one) => getIdentity(one) === identity);
  return findMatches(document)[findMatches(element.getRootNode() as Element).indexOf(element)];
}

/** Removes what browser extensions inserted, so that React can hydrate the page instead of rendering it again. */
export const restoreMarkup = (): void => (window as { [RESTORE_MARKUP]?: () => void })[RESTORE_MARKUP]?.();

/** Replays what the user did before hydration, and removes the failure notice. */
export async function replayEarlyActions(): Promise<void> {
  document.getElementById(FAILURE_ELEMENT_ID)?.remove();
  // Let React finish its current work.
  await Promise.resolve();
  const page = window as { [EARLY_ACTIONS]?: () => EarlyAction[] };
  const actions = page[EARLY_ACTIONS]?.() ?? [];
  // Restore all fields in one task: a user who is still typing appends to the text, and blur validation sees it.
  for (const { type, target, value, checked } of actions) {
    const field = type === 'input' || type === 'change' ? findCurrent(target) : undefined;
    if (!field || !isField(field)) continue;
    if (isChoice(field)) setChecked(field, checked ?? false);
    else setValue(field, value ?? '');
  }
  for (const { type, target } of actions) {
    if (type !== 'click' && type !== 'submit') continue;
    // React must render the restored values before a form is submitted.
    await nextTask();
    const element = findCurrent(target);
    if (element instanceof HTMLFormElement) element.requestSubmit();
    else element?.click();
  }
}
