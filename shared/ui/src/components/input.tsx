import { createRecipeContext } from '@chakra-ui/react';
import type { HTMLChakraProps, RecipeProps } from '@chakra-ui/react';
import { AUTO_DIRECTION } from '../texts.tsx';

/** A text input outside of a form. `FieldInput` of `@solvent/ui/forms` also loads the code of fields. */
export const Input = createRecipeContext({ key: 'input' }).withContext<
  HTMLInputElement,
  HTMLChakraProps<'input', RecipeProps<'input'>>
>('input', { defaultProps: AUTO_DIRECTION });
