import { defaultBaseConfig, defineConfig, mergeConfigs } from '@chakra-ui/react';
import { animationStyles, breakpoints, cssVarsPrefix, layerStyles, textStyles as chakraTextStyles } from '@chakra-ui/react/theme';
import { recipeChanges, slotRecipeChanges } from './recipe-changes.ts';
import { recipes, slotRecipes } from './recipes.ts';
import { textStyles } from './text-styles.ts';
import { tokenConfigs } from './tokens.ts';

/** Chakra's theme without the recipes that the product does not use. */
const reducedTheme = defineConfig({
  cssVarsPrefix,
  theme: { breakpoints, recipes, slotRecipes, textStyles: chakraTextStyles, layerStyles, animationStyles },
});

const solventTheme = defineConfig({ theme: { textStyles, recipes: recipeChanges, slotRecipes: slotRecipeChanges } });

/** What the product's system is made of: a module of its own, since a slow phone makes it in a task of its own (shell/src/main.ts). */
export const systemConfig = mergeConfigs(defaultBaseConfig, reducedTheme, ...tokenConfigs, solventTheme);
