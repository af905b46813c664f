import { defineRecipe, defineSlotRecipe } from '@chakra-ui/react';

const control = { borderColor: 'border.control', bg: 'bg.panel' } as const;

/** 36 px with a mouse, 44 px with a finger; text of 16 px on phones keeps iOS from zooming in. */
const touchHeight = { '@media (pointer: coarse)': { minH: '44px' } } as const;

/** Away from the text's colour: Chakra's own lets the page through, so that text on it cannot be read well enough. */
const hoveredSolid = {
  bg: {
    base: 'color-mix(in srgb, var(--chakra-colors-color-palette-solid) 86%, black)',
    _dark: 'color-mix(in srgb, var(--chakra-colors-color-palette-solid) 86%, white)',
  },
} as const;

/** What Solvent has otherwise than Chakra (product 10.5). */
export const recipeChanges = {
  button: defineRecipe({
    // As wide as a finger too: a button may be nothing but an icon.
    base: {
      fontWeight: '500',
      transitionDuration: '150ms',
      '@media (pointer: coarse)': { minH: '44px', minW: '44px' },
      // While it waits its words are not seen, but it keeps its name: Chakra hides them from everybody.
      '&[data-loading] > span > div + span': { visibility: 'visible !important', color: 'transparent' },
    },
    variants: {
      size: { sm: { h: '36px' }, md: { h: '36px', px: '3.5' } },
      variant: { solid: { _hover: hoveredSolid, _expanded: hoveredSolid } },
    },
    defaultVariants: { size: 'md' },
  }),
  input: defineRecipe({
    base: { ...touchHeight, fontSize: { base: '16px', md: '14px' } },
    variants: { size: { md: { '--input-height': '36px', textStyle: undefined } }, variant: { outline: control } },
  }),
  textarea: defineRecipe({
    base: { fontSize: { base: '16px', md: '14px' } },
    variants: { variant: { outline: control } },
  }),
};

/** No motion takes longer than 200 ms (product 10.6); Chakra's sheets take 500, backdrops 300. */
const shortAnimation = { _open: { animationDuration: 'moderate' }, _closed: { animationDuration: 'fast' } } as const;

export const slotRecipeChanges = {
  dialog: defineSlotRecipe({ slots: ['backdrop'], base: { backdrop: shortAnimation } }),
  drawer: defineSlotRecipe({ slots: ['backdrop', 'content'], base: { backdrop: shortAnimation, content: shortAnimation } }),
  field: defineSlotRecipe({
    slots: ['root', 'label', 'requiredIndicator', 'errorText', 'helperText'],
    base: { errorText: { color: 'fg.error' } },
  }),
  nativeSelect: defineSlotRecipe({
    slots: ['root', 'field', 'indicator'],
    base: { field: { ...touchHeight } },
    variants: {
      size: { md: { root: { '--select-field-height': '36px' } } },
      variant: { outline: { field: control } },
    },
  }),
};
