import { chakra, createRecipeContext } from '@chakra-ui/react';
import type { HTMLChakraProps, RecipeProps } from '@chakra-ui/react';

/** Text has the direction of its first letter, because users write in any script (product 10.27). */
export const AUTO_DIRECTION = { dir: 'auto' } as const;

const options = { defaultProps: AUTO_DIRECTION };

export const Text = createRecipeContext({ key: 'text' }).withContext<
  HTMLParagraphElement,
  HTMLChakraProps<'p', RecipeProps<'text'>>
>('p', options);

export const Heading = createRecipeContext({ key: 'heading' }).withContext<
  HTMLHeadingElement,
  HTMLChakraProps<'h2', RecipeProps<'heading'>>
>('h2', options);

export const Badge = createRecipeContext({ key: 'badge' }).withContext<
  HTMLSpanElement,
  HTMLChakraProps<'span', RecipeProps<'badge'>>
>('span', options);

export const Span = chakra('span', {}, options);
