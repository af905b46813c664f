import { nextTask } from './tasks.ts';
import { EARLY_ACTIONS, FAILURE_ELEMENT_ID, SIGNED_IN_CLASS } from '@solvent/federation/manifest';

/** A user's action before hydration, recorded by the page's inline script (shared/releases/src/served-page.ts). */
interface EarlyAction {
  type: 'click' | 'input' | 'choice' | 'submit' | 'key';
  target: HTMLElement;
  checked?: boolean | undefined;
  event?: KeyboardEvent | undefined;
  value?: string | undefined;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (element: HTMLElement): element is Field => 'value' in element;

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

/** Identifies an element across two renderings of a page: by attributes, and by text for buttons and links. */
const getIdentity = (element: Element): string =>
  JSON.stringify([
    element.tagName,
    ...['name', 'type', 'placeholder', 'aria-label', 'href'].map((name) => element.getAttribute(name)),
    element.matches('button, a, [role=button]') && element.textContent,
  ]);

/** Returns the element, or its counterpart if the browser rendered the page again instead of hydrating it. */
function findCurrent(element: HTMLElement): HTMLElement | undefined {
  if (element.isConnected) return element;
  const identity = getIdentity(element);
  const findMatches = (root: ParentNode) =>
    [...root.querySelectorAll<HTMLElement>(element.tagName)].filter((one) => getIdentity(one) === identity);
  return findMatches(document)[findMatches(element.getRootNode() as Element).indexOf(element)];
}

/** Replays what the user did before hydration, and removes the failure notice and the class that hid visitors' content. */
export async function replayEarlyActions(): Promise<void> {
  document.getElementById(FAILURE_ELEMENT_ID)?.remove();
  document.documentElement.classList.remove(SIGNED_IN_CLASS);
  // Let React finish its current work.
  await Promise.resolve();
  const page = window as { [EARLY_ACTIONS]?: () => EarlyAction[] };
  const actions = page[EARLY_ACTIONS]?.() ?? [];
  // Restore all fields in one task: a user who is still typing appends to the text, and blur validation sees it.
  for (const { type, target, value, checked } of actions) {
    const field = findCurrent(target);
    if (type === 'input' && field && isField(field)) setValue(field, value ?? '');
    else if (type === 'choice' && field instanceof HTMLInputElement) setChecked(field, checked ?? false);
  }
  for (const { type, target, event } of actions) {
    if (type === 'input' || type === 'choice') continue;
    // React must render the restored values before a form is submitted.
    await nextTask();
    const element = findCurrent(target);
    if (type === 'submit' && element instanceof HTMLFormElement) element.requestSubmit();
    // An event serves as the init of its copy.
    else if (type === 'key') element?.dispatchEvent(new KeyboardEvent('keydown', event));
    else element?.click();
  }
}
