import { createRecipeContext } from '@chakra-ui/react';
import type { HTMLChakraProps, RecipeProps } from '@chakra-ui/react';
import { AUTO_DIRECTION } from '../texts.tsx';

/**
 * One line of text with a label of its own. Chakra's is beside it that of a field (`FieldInput` of `@solvent/ui/forms`),
 * whose code no first screen needs.
 */
export const Input = createRecipeContext({ key: 'input' }).withContext<
  HTMLInputElement,
  HTMLChakraProps<'input', RecipeProps<'input'>>
>('input', { defaultProps: AUTO_DIRECTION });
