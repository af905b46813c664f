import { defineSemanticTokens, defineTokens } from '@chakra-ui/react';

const createColorPair = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } });

/** Indigo, the accent color (product 10.1). */
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

export const semanticColors = defineSemanticTokens.colors({
  bg: {
    DEFAULT: createColorPair('#FAFAFA', '#0B0B0E'),
    subtle: createColorPair('{colors.gray.50}', '#131316'),
    muted: createColorPair('{colors.gray.100}', '#1A1A1F'),
    emphasized: createColorPair('{colors.gray.200}', '#26262D'),
    panel: createColorPair('{colors.white}', '#131316'),
    raised: createColorPair('{colors.white}', '#1A1A1F'),
  },
  fg: {
    DEFAULT: createColorPair('#18181B', '#F4F4F5'),
    muted: createColorPair('#52525B', '#A9A9B4'),
    // Chakra's fg.subtle has a contrast of 2.6:1 on white.
    subtle: createColorPair('#6A6A73', '#94949F'),
    error: createColorPair('#C81E1E', '#F98080'),
  },
  border: {
    DEFAULT: createColorPair('#E4E4E7', '#26262D'),
    muted: createColorPair('#EFEFF1', '#1F1F25'),
    subtle: createColorPair('#F4F4F5', '#1A1A1F'),
    emphasized: createColorPair('#D4D4D8', '#3A3A43'),
    // Field outlines: 3:1 against the panel (WCAG 1.4.11).
    control: createColorPair('#8D8D96', '#6B6B77'),
    error: createColorPair('#C81E1E', '#F98080'),
  },
  brand: {
    contrast: createColorPair('{colors.white}', '#12122B'),
    fg: createColorPair('{colors.brand.700}', '{colors.brand.400}'),
    subtle: createColorPair('{colors.brand.50}', '#1D1C38'),
    muted: createColorPair('{colors.brand.100}', '#28274D'),
    emphasized: createColorPair('{colors.brand.200}', '#3A3970'),
    solid: createColorPair('{colors.brand.600}', '{colors.brand.400}'),
    focusRing: createColorPair('{colors.brand.600}', '{colors.brand.400}'),
    border: createColorPair('{colors.brand.300}', '#4A4990'),
  },
  gray: {
    border: createColorPair('#D4D4D8', '#3A3A43'),
    focusRing: createColorPair('{colors.brand.600}', '{colors.brand.400}'),
    subtle: createColorPair('{colors.gray.100}', '#1F1F25'),
    muted: createColorPair('{colors.gray.200}', '#2B2B33'),
  },
  code: {
    keyword: createColorPair('#5B3CC4', '#B9A7FB'),
    string: createColorPair('#166534', '#86EFAC'),
    name: createColorPair('#9A3412', '#FDBA74'),
    comment: createColorPair('#5F5F69', '#9C9CA8'),
  },
  green: {
    contrast: createColorPair('{colors.white}', '#06210F'),
    solid: createColorPair('#15803D', '#4ADE80'),
    focusRing: createColorPair('{colors.brand.600}', '{colors.brand.400}'),
  },
});
