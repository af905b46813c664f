import { defineConfig } from '@chakra-ui/react';
import type { SystemConfig } from '@chakra-ui/react';
import { cssVarsRoot, globalCss, keyframes, semanticTokens, tokens } from '@chakra-ui/react/theme';
import { brandTokens, semanticColors } from './colors.ts';
import { mediaStyles } from './media-styles.ts';

const FONT =
  "'Inter Variable', 'Inter fallback', 'Inter as Roboto', 'Inter as DejaVu', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const MONO = "ui-monospace, SFMono-Regular, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace";

const UNUSED_PALETTES = new Set(['pink', 'cyan', 'teal', 'yellow', 'purple']);

const removeUnused = <Colors extends object>(colors: Colors): Colors =>
  Object.fromEntries(Object.entries(colors).filter(([name]) => !UNUSED_PALETTES.has(name))) as Colors;

const chakraTokens = defineConfig({
  preflight: true,
  cssVarsRoot,
  globalCss,
  theme: {
    keyframes,
    tokens: { ...tokens, colors: removeUnused(tokens.colors) },
    semanticTokens: { ...semanticTokens, colors: removeUnused(semanticTokens.colors) },
  },
});

const solventTokens = defineConfig({
  globalCss: {
    html: {
      bg: 'bg',
      color: 'fg',
      colorPalette: 'brand',
      fontFamily: 'body',
      fontSize: '16px',
      lineHeight: '1.5',
      scrollPaddingTop: 'calc(72px + var(--connection-line, 0px))',
    },
    body: { textStyle: 'ui', overflowX: 'clip', fontFeatureSettings: "'cv11'" },
    '*::placeholder': { color: 'fg.subtle' },
    '*::selection': { bg: 'brand.emphasized' },
    // Stacked accents of earlier texts are not drawn over other content. Controls keep their focus rings and touch areas, lists their numbers.
    '[dir=auto]:not(input, textarea, ol, ul, a, button, :has(a, button))': {
      '@supports (overflow-clip-margin: 4px)': { overflow: 'clip', overflowClipMargin: '4px' },
    },
    // The progress bar times the toast: without its animation, toasts would close at once.
    '*:not(.Toastify__progress-bar), *::before, *::after': {
      '@media (prefers-reduced-motion: reduce)': {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        // A transition of any duration starts a frame late, and code that measures reads old sizes.
        transition: 'none !important',
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
  },
});

/** Tokens and global styles. Computing them takes a slow phone 300 ms, so builds use built-tokens.ts. */
export const tokenConfigs: SystemConfig[] = [chakraTokens, solventTokens, defineConfig({ globalCss: mediaStyles })];

/** Precomputed global styles, in builds only. */
export const globalStyles: string | undefined = undefined;
