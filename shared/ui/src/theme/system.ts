import { createSystem, defaultBaseConfig, defineConfig, mergeConfigs } from '@chakra-ui/react';
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

/** The product's one Chakra system. */
export const system = createSystem(mergeConfigs(defaultBaseConfig, reducedTheme, ...tokenConfigs, solventTheme));
