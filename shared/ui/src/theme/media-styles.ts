import type { SystemConfig } from '@chakra-ui/react';

const SELECTED =
  ':is([aria-pressed=true], [aria-selected=true], [aria-current=page], [aria-current=true], [data-highlighted]):not([role=article], li:not([role=option]))';

/** Browsers replace all colors but the system's, and remove shadows: a selected control would look like the others. */
const forcedColors = {
  // Without `forced-color-adjust`, browsers paint the page's color behind the text.
  [SELECTED]: {
    forcedColorAdjust: 'none',
    bg: 'Highlight !important',
    color: 'HighlightText !important',
    borderColor: 'Highlight !important',
  },
  [`${SELECTED} *`]: { bg: 'transparent !important', color: 'inherit !important', borderColor: 'currentColor !important' },
  // A focus ring of the color of its control would be invisible.
  [`${SELECTED}:focus-visible`]: { outlineColor: 'CanvasText !important', outlineOffset: '2px !important' },
  '[role=menu]': { outline: '1px solid CanvasText !important' },
  'li[data-task] input': { appearance: 'auto !important' },
};

/** Actions, and what floats above the page. */
const HIDDEN_IN_PRINT =
  '.chakra-button, div:has(> select), form, [role=toolbar], [role=tab][aria-selected=false], [data-code] button, .Toastify, dialog, [role=dialog]';

/** Black on white in both themes, and nothing cut (product 10.30). */
const print = {
  '*, *::before, *::after': {
    // Chakra's black is a gray.
    color: '#000 !important',
    bg: 'transparent !important',
    borderColor: '#bbb !important',
    boxShadow: 'none !important',
  },
  html: { bg: 'white !important' },
  '[data-bottom-bar]': { position: 'static !important' },
  'li[data-task] input': { appearance: 'auto !important' },
  [HIDDEN_IN_PRINT]: { display: 'none !important' },
  'pre, [data-table]': { overflow: 'visible !important', whiteSpace: 'pre-wrap' },
  '[data-table], [data-table] *': { whiteSpace: 'normal', overflowWrap: 'anywhere !important' },
  'img, tr, blockquote': { breakInside: 'avoid' },
  'h1, h2, h3, h4': { breakAfter: 'avoid' },
};

const wrapInMedia = (media: string, styles: Record<string, object>) =>
  Object.fromEntries(Object.entries(styles).map(([selector, style]) => [selector, { [media]: style }]));

/** Global styles of Windows' contrast themes and of paper. */
export const mediaStyles: NonNullable<SystemConfig['globalCss']> = {
  ...wrapInMedia('@media (forced-colors: active)', forcedColors),
  ...wrapInMedia('@media print', print),
};
