import type { BoxProps } from '@chakra-ui/react';

const LEVEL = ':is(ul, ol, blockquote)';
/** Beyond so many levels nothing is indented further: on a phone no room would be left for words. */
const INDENTED_LEVELS = 6;
const DEEPER = `& ${`${LEVEL} `.repeat(INDENTED_LEVELS)}${LEVEL}`;

/** Running text of 16/26, at most 68 characters wide (product 10.3); wide code scrolls by itself. */
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
  '& code': { fontFamily: 'mono', fontSize: '14px', lineHeight: '1', bg: 'bg.muted', rounded: 'l1', px: '1', py: '0.5' },
  '& pre': {
    fontSize: '14px',
    lineHeight: '22px',
    bg: 'bg.muted',
    borderWidth: '1px',
    rounded: 'l2',
    p: '3',
    overflowX: 'auto',
    overflowWrap: 'normal',
    _focusVisible: { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' },
  },
  '& pre code': { lineHeight: 'inherit', bg: 'transparent', p: '0' },
  '& blockquote': { borderStartWidth: '3px', borderColor: 'border.emphasized', ps: '4', color: 'fg.muted' },
  '& blockquote > * + *': { mt: '3' },
  [DEEPER]: { ps: '0', borderStartWidth: '0', listStylePosition: 'inside' },
  '& hr': { borderColor: 'border' },
  '& strong': { fontWeight: '600' },
};

const compactHeading = { fontSize: 'inherit', lineHeight: 'inherit', fontWeight: '600', mt: '3' } as const;

/** A message among others: the type of the interface on wide screens, larger on phones. */
export const COMPACT_TEXT = {
  fontSize: { base: '16px', md: '14px' },
  lineHeight: { base: '24px', md: '20px' },
  overflowWrap: 'anywhere',
} as const;

/** Markdown as a message. A single break of a line stands: the text of `<br>` is one too, so that the element would be a second. */
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
    bg: 'bg.panel',
    borderWidth: '1px',
    rounded: 'l2',
    p: '2',
    overflowX: 'auto',
    overflowWrap: 'normal',
    _focusVisible: { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' },
  },
};
