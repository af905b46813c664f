import type { Token } from 'markdown-it';
import type { MouseEvent } from 'react';

export const FOOTNOTES = { 'data-footnotes': '', role: 'group', 'aria-label': 'Footnotes' };

/** Scrolls without changing the URL, which would add a history entry and trigger the router. */
function jump(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.scrollIntoView({ block: 'center' });
  target.focus({ preventScroll: true });
}

const getNumber = ({ meta }: Token, name: 'id' | 'subId') => Number(meta?.[name] ?? 0) + 1;
const noteId = (token: Token, id: string) => `${id}-note-${getNumber(token, 'id')}`;
const referenceId = (token: Token, id: string) => `${id}-reference-${getNumber(token, 'id')}-${getNumber(token, 'subId')}`;

export const footnoteNumber = (token: Token): string => String(getNumber(token, 'id'));

export const noteProps = (token: Token, id: string) => ({ id: noteId(token, id), tabIndex: -1 });

export const referenceProps = (token: Token, id: string) => ({
  id: referenceId(token, id),
  href: `#${noteId(token, id)}`,
  'aria-label': `Footnote ${footnoteNumber(token)}`,
  onClick: jump,
});

export const backProps = (token: Token, id: string) => ({
  href: `#${referenceId(token, id)}`,
  'aria-label': `Back to reference ${footnoteNumber(token)}${getNumber(token, 'subId') > 1 ? `-${getNumber(token, 'subId')}` : ''}`,
  onClick: jump,
});
