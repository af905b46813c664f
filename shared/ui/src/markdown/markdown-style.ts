import type { BoxProps } from '@chakra-ui/react';
import { COMPACT_TEXT } from './plain-text.tsx';

const NESTING_ELEMENT = ':is(ul, ol, blockquote)';
/** Deeper levels are not indented, to leave room for text on phones. */
const INDENTED_LEVELS = 6;
const DEEPLY_NESTED = `& ${`${NESTING_ELEMENT} `.repeat(INDENTED_LEVELS)}${NESTING_ELEMENT}`;

const INSET_FOCUS_RING = {
  _focusVisible: { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '-2px', rounded: 'l2' },
} as const;

const CODE_FRAME = { bg: 'bg.muted', borderWidth: '1px', rounded: 'l2' } as const;

/** Has the same height before and after highlighting. */
const CODE_BLOCK: BoxProps['css'] = {
  '& [data-code]': CODE_FRAME,
  '& [data-code] > div': {
    display: 'flex',
    alignItems: 'center',
    ps: '3',
    borderBottomWidth: '1px',
    textStyle: 'meta',
    color: 'fg.muted',
  },
  '& [data-code] [role=status]': { ms: 'auto', me: '2' },
  '& [data-code] button': {
    h: '32px',
    px: '3',
    fontWeight: '500',
    color: 'fg.muted',
    cursor: 'pointer',
    _hover: { color: 'fg' },
    ...INSET_FOCUS_RING,
    '@media (pointer: coarse)': { h: '44px', minW: '44px' },
  },
  '& [data-kind=keyword]': { color: 'code.keyword' },
  '& [data-kind=string]': { color: 'code.string' },
  '& [data-kind=name]': { color: 'code.name' },
  '& [data-kind=comment]': { color: 'code.comment' },
  '& [data-kind=inserted]': { color: 'code.string' },
  '& [data-kind=deleted]': { color: 'fg.error' },
};

const TABLE: BoxProps['css'] = {
  '& [data-table]': { overflowX: 'auto', overflowWrap: 'normal', ...INSET_FOCUS_RING },
  '& table': { borderCollapse: 'collapse', fontSize: '14px', lineHeight: '22px' },
  '& th, & td': { borderWidth: '1px', px: '3', py: '1.5', textAlign: 'start', verticalAlign: 'top', maxW: '40ch' },
  '& th': { fontWeight: '600', bg: 'bg.muted' },
  '& [data-align=left]': { textAlign: 'left' },
  '& [data-align=center]': { textAlign: 'center' },
  '& [data-align=right]': { textAlign: 'right' },
};

const TASKS: BoxProps['css'] = {
  '& li[data-task]': { listStyleType: 'none' },
  '& li[data-task] input': {
    appearance: 'none',
    boxSize: '16px',
    ms: '-22px',
    me: '6px',
    borderWidth: '1px',
    borderColor: 'border.control',
    rounded: 'l1',
    verticalAlign: '-3px',
    _checked: {
      bg: 'brand.solid',
      borderColor: 'brand.solid',
      _before: {
        content: '""',
        display: 'block',
        boxSize: '14px',
        bg: 'brand.contrast',
        clipPath: 'polygon(15% 48%, 27% 36%, 42% 52%, 74% 19%, 86% 31%, 42% 76%)',
      },
    },
  },
};

/** Color is not the only sign: each alert has a title. */
const ALERT: BoxProps['css'] = {
  '& [data-alert]': { borderStartWidth: '3px', borderColor: 'currentColor', ps: '4' },
  '& [data-alert] > *': { color: 'fg' },
  '& [data-alert] > * + *': { mt: '2' },
  '& [data-alert] > [data-alert-title]': { color: 'inherit', fontWeight: '600' },
  '& [data-alert=note]': { color: 'brand.fg' },
  '& [data-alert=tip]': { color: 'code.string' },
  '& [data-alert=important]': { color: 'code.keyword' },
  '& [data-alert=warning]': { color: 'code.name' },
  '& [data-alert=caution]': { color: 'fg.error' },
};

const FOOTNOTE: BoxProps['css'] = {
  '& sup': { fontSize: '0.75em', lineHeight: '1' },
  '& sup a': { px: '0.5', scrollMarginTop: '80px' },
  '& [data-footnotes]': { borderTopWidth: '1px', pt: '4', fontSize: '14px', lineHeight: '22px', color: 'fg.muted' },
  '& [data-footnotes] li': { scrollMarginTop: '80px' },
};

/** Reserves space for pictures without a known size. */
const PICTURE: BoxProps['css'] = {
  '& img': {
    maxW: '100%',
    h: 'auto',
    maxH: '70vh',
    w: 'auto',
    objectFit: 'contain',
    rounded: 'l2',
    borderWidth: '1px',
    bg: 'bg.muted',
  },
  '& img[data-unsized]': { w: '100%', aspectRatio: '16 / 9' },
};

/** Body text of 16/26, at most 68 characters wide (product 10.3). */
export const MARKDOWN_STYLE: BoxProps['css'] = {
  textStyle: 'body',
  maxW: '68ch',
  overflowWrap: 'anywhere',
  '& > * + *': { mt: '4' },
  '& h2, & h3, & h4, & h5, & h6': { fontSize: '16px', lineHeight: '24px', fontWeight: '600', mt: '6' },
  '& h2': { fontSize: '20px', lineHeight: '28px' },
  '& h3': { fontSize: '18px', lineHeight: '26px' },
  '& > :first-child': { mt: '0' },
  '& ul, & ol': { ps: '6' },
  '& ul': { listStyleType: 'disc' },
  '& ol': { listStyleType: 'decimal' },
  '& li + li, & li > ul, & li > ol': { mt: '1' },
  '& a': {
    color: 'brand.fg',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    textDecorationColor: 'brand.emphasized',
    rounded: 'l1',
    _hover: { textDecorationColor: 'currentColor' },
    _focusVisible: { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' },
  },
  '& a[href^=http]:not([data-address])': { _print: { _after: { content: '" (" attr(href) ")"' } } },
  '& code': { fontFamily: 'mono', fontSize: '14px', lineHeight: '1', bg: 'bg.muted', rounded: 'l1', px: '1', py: '0.5' },
  '& pre': {
    fontSize: '14px',
    lineHeight: '22px',
    p: '3',
    overflowX: 'auto',
    overflowWrap: 'normal',
    ...INSET_FOCUS_RING,
  },
  ...CODE_BLOCK,
  ...TABLE,
  ...TASKS,
  ...PICTURE,
  ...ALERT,
  ...FOOTNOTE,
  '& pre code': { lineHeight: 'inherit', bg: 'transparent', p: '0' },
  '& blockquote': { borderStartWidth: '3px', borderColor: 'border.emphasized', ps: '4', color: 'fg.muted' },
  '& blockquote > * + *': { mt: '3' },
  [DEEPLY_NESTED]: { ps: '0', borderStartWidth: '0', listStylePosition: 'inside' },
  '& hr': { borderColor: 'border' },
  '& strong': { fontWeight: '600' },
};

const compactHeading = { fontSize: 'inherit', lineHeight: 'inherit', fontWeight: '600', mt: '3' } as const;

/** Style of messages. Line breaks are preserved as text, so `<br>` is hidden. */
export const COMPACT_STYLE: BoxProps['css'] = {
  ...MARKDOWN_STYLE,
  ...COMPACT_TEXT,
  textStyle: undefined,
  maxW: 'none',
  '& > * + *': { mt: '2' },
  '& p': { whiteSpace: 'pre-line' },
  '& br': { display: 'none' },
  '& h2, & h3, & h4, & h5, & h6': compactHeading,
  '& h2': compactHeading,
  '& h3': compactHeading,
  '& code': { fontFamily: 'mono', fontSize: '0.93em', lineHeight: '1', bg: 'bg.emphasized', rounded: 'l1', px: '1', py: '0.5' },
  '& pre': {
    fontSize: '0.93em',
    lineHeight: '20px',
    p: '2',
    overflowX: 'auto',
    overflowWrap: 'normal',
    ...INSET_FOCUS_RING,
  },
  '& [data-code]': { ...CODE_FRAME, bg: 'bg.panel' },
};
