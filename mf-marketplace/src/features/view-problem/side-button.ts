/** How the small buttons of the side card look: with their word there, the icon alone in the bar of small screens. */
export const SIDE_BUTTON = {
  variant: { base: 'ghost', lg: 'outline' },
  colorPalette: 'gray',
  px: { base: '0', lg: '2' },
  minW: '44px',
  borderWidth: { base: '0', lg: '1px' },
  gap: { base: '0', lg: '1.5' },
  // Still the button's name.
  fontSize: { base: '0', lg: 'sm' },
  flex: { lg: '1 1 auto' },
} as const;
