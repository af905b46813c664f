import { defineRecipe, defineSlotRecipe } from '@chakra-ui/react';

const controlSize = { borderColor: 'border.control', bg: 'bg.panel' } as const;

/** 44 px on touch screens. Text of 16 px keeps iOS from zooming in. */
const touchHeight = { '@media (pointer: coarse)': { minH: '44px' } } as const;

/** For buttons with an icon or a short word; Chakra's minimum is their height. */
const buttonWidth = { minW: '44px' } as const;

/** Chakra's hover color is translucent, with too little contrast for text. */
const hoveredSolid = {
  bg: {
    base: 'color-mix(in srgb, var(--chakra-colors-color-palette-solid) 86%, black)',
    _dark: 'color-mix(in srgb, var(--chakra-colors-color-palette-solid) 86%, white)',
  },
} as const;

/** Differences to Chakra's recipes (product 10.5). */
export const recipeChanges = {
  button: defineRecipe({
    base: {
      fontWeight: '500',
      transitionDuration: '150ms',
      ...touchHeight,
      // Keeps a loading button's label for assistive technology; Chakra hides it from all users.
      '&[data-loading] > span > div + span': { visibility: 'visible !important', color: 'transparent' },
    },
    variants: {
      size: {
        '2xs': buttonWidth,
        xs: buttonWidth,
        sm: { ...buttonWidth, h: '36px' },
        md: { ...buttonWidth, h: '36px', px: '3.5' },
      },
      variant: { solid: { _hover: hoveredSolid, _expanded: hoveredSolid } },
    },
    defaultVariants: { size: 'md' },
  }),
  input: defineRecipe({
    base: { ...touchHeight, fontSize: { base: '16px', md: '14px' } },
    variants: { size: { md: { '--input-height': '36px', textStyle: undefined } }, variant: { outline: controlSize } },
  }),
  textarea: defineRecipe({
    base: { fontSize: { base: '16px', md: '14px' } },
    variants: { variant: { outline: controlSize } },
  }),
};

/** No animation takes longer than 200 ms (product 10.6); Chakra's sheets take 500 ms, backdrops 300 ms. */
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
      variant: { outline: { field: controlSize } },
    },
  }),
};
