import { chakra, createRecipeContext } from '@chakra-ui/react';
import type { HTMLChakraProps, RecipeProps } from '@chakra-ui/react';

/**
 * Texts run the way that their first letter does: most of them are what people wrote, in whatever script (product 10.27). So
 * it stands here, once, and no page says it.
 */
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
