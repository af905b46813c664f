import { createSystem, defaultBaseConfig, defineConfig, mergeConfigs } from '@chakra-ui/react';
import {
  animationStyles,
  breakpoints,
  cssVarsPrefix,
  cssVarsRoot,
  globalCss,
  keyframes,
  layerStyles,
  semanticTokens,
  textStyles as chakraTextStyles,
  tokens,
} from '@chakra-ui/react/theme';
import { brandTokens, semanticColors } from './colors.ts';
import { recipeChanges, slotRecipeChanges } from './recipe-changes.ts';
import { recipes, slotRecipes } from './recipes.ts';
import { textStyles } from './text-styles.ts';

const FONT = "'Inter Variable', 'Inter fallback', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const MONO = "ui-monospace, SFMono-Regular, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace";

/** Chakra's theme without the recipes that the product does not use. */
const reducedTheme = defineConfig({
  preflight: true,
  cssVarsPrefix,
  cssVarsRoot,
  globalCss,
  theme: {
    breakpoints,
    keyframes,
    tokens,
    semanticTokens,
    recipes,
    slotRecipes,
    textStyles: chakraTextStyles,
    layerStyles,
    animationStyles,
  },
});

const solventTheme = defineConfig({
  globalCss: {
    html: {
      bg: 'bg',
      color: 'fg',
      colorPalette: 'brand',
      fontFamily: 'body',
      fontSize: '16px',
      lineHeight: '1.5',
      scrollPaddingTop: '72px',
    },
    body: { textStyle: 'ui', overflowX: 'clip', fontFeatureSettings: "'cv11'" },
    '*::placeholder': { color: 'fg.subtle' },
    '*::selection': { bg: 'brand.emphasized' },
    // The bar of a toast is its clock, and nothing that moves: without its 4 s the toast would be gone at once.
    '*:not(.Toastify__progress-bar), *::before, *::after': {
      '@media (prefers-reduced-motion: reduce)': {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        transitionDuration: '0.01ms !important',
        scrollBehavior: 'auto !important',
      },
    },
  },
  theme: {
    tokens: {
      colors: brandTokens,
      fonts: { body: { value: FONT }, heading: { value: FONT }, mono: { value: MONO } },
    },
    semanticTokens: {
      colors: semanticColors,
      radii: { l1: { value: '4px' }, l2: { value: '6px' }, l3: { value: '10px' } },
    },
    textStyles,
    recipes: recipeChanges,
    slotRecipes: slotRecipeChanges,
  },
});

/** The product's one Chakra system. */
export const system = createSystem(mergeConfigs(defaultBaseConfig, reducedTheme, solventTheme));
