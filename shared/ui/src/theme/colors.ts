import { defineSemanticTokens, defineTokens } from '@chakra-ui/react';

const both = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } });

/** The one accent: indigo (product 10.1). */
export const brandTokens = defineTokens.colors({
  brand: {
    50: { value: '#F4F4FE' },
    100: { value: '#E9E9FC' },
    200: { value: '#D4D4F9' },
    300: { value: '#B5B5F5' },
    400: { value: '#A5A6F6' },
    500: { value: '#6E6ADE' },
    600: { value: '#5B5BD6' },
    700: { value: '#4A49B8' },
    800: { value: '#3C3B94' },
    900: { value: '#2B2A66' },
    950: { value: '#1B1A3F' },
  },
});

/** Surfaces, text and borders of both themes; contrasts are checked by axe in the end-to-end suite. */
export const semanticColors = defineSemanticTokens.colors({
  bg: {
    DEFAULT: both('#FAFAFA', '#0B0B0E'),
    subtle: both('{colors.gray.50}', '#131316'),
    muted: both('{colors.gray.100}', '#1A1A1F'),
    emphasized: both('{colors.gray.200}', '#26262D'),
    panel: both('{colors.white}', '#131316'),
    raised: both('{colors.white}', '#1A1A1F'),
  },
  fg: {
    DEFAULT: both('#18181B', '#F4F4F5'),
    muted: both('#52525B', '#A9A9B4'),
    // Chakra's own fg.subtle has a contrast of 2.6:1 on white.
    subtle: both('#6A6A73', '#94949F'),
    error: both('#C81E1E', '#F98080'),
  },
  border: {
    DEFAULT: both('#E4E4E7', '#26262D'),
    muted: both('#EFEFF1', '#1F1F25'),
    subtle: both('#F4F4F5', '#1A1A1F'),
    emphasized: both('#D4D4D8', '#3A3A43'),
    // Outlines of fields: 3:1 against the panel (WCAG 1.4.11).
    control: both('#8D8D96', '#6B6B77'),
    error: both('#C81E1E', '#F98080'),
  },
  brand: {
    contrast: both('{colors.white}', '#12122B'),
    fg: both('{colors.brand.700}', '{colors.brand.400}'),
    subtle: both('{colors.brand.50}', '#1D1C38'),
    muted: both('{colors.brand.100}', '#28274D'),
    emphasized: both('{colors.brand.200}', '#3A3970'),
    solid: both('{colors.brand.600}', '{colors.brand.400}'),
    focusRing: both('{colors.brand.600}', '{colors.brand.400}'),
    border: both('{colors.brand.300}', '#4A4990'),
  },
  gray: {
    border: both('#D4D4D8', '#3A3A43'),
    focusRing: both('{colors.brand.600}', '{colors.brand.400}'),
    subtle: both('{colors.gray.100}', '#1F1F25'),
    muted: both('{colors.gray.200}', '#2B2B33'),
  },
  // Parts of code; all others have the colour of text.
  code: {
    keyword: both('#5B3CC4', '#B9A7FB'),
    string: both('#166534', '#86EFAC'),
    name: both('#9A3412', '#FDBA74'),
    comment: both('#5F5F69', '#9C9CA8'),
  },
  green: {
    contrast: both('{colors.white}', '#06210F'),
    solid: both('#15803D', '#4ADE80'),
    focusRing: both('{colors.brand.600}', '{colors.brand.400}'),
  },
});
