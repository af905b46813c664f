import { defaultBaseConfig, defineConfig, mergeConfigs } from '@chakra-ui/react';
import { animationStyles, breakpoints, cssVarsPrefix, layerStyles, textStyles as chakraTextStyles } from '@chakra-ui/react/theme';
import { recipeChanges, slotRecipeChanges } from './recipe-changes.ts';
import { recipes, slotRecipes } from './recipes.ts';
import { textStyles } from './text-styles.ts';
import { tokenConfigs } from './tokens.ts';

const reducedTheme = defineConfig({
  cssVarsPrefix,
  theme: { breakpoints, recipes, slotRecipes, textStyles: chakraTextStyles, layerStyles, animationStyles },
});

const solventTheme = defineConfig({ theme: { textStyles, recipes: recipeChanges, slotRecipes: slotRecipeChanges } });

/** A module of its own, so that slow phones evaluate it in a separate task (shell/src/main.ts). */
export const systemConfig = mergeConfigs(defaultBaseConfig, reducedTheme, ...tokenConfigs, solventTheme);
