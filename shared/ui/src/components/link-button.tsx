import { Button, chakra } from '@chakra-ui/react';
import type { ButtonProps } from '@chakra-ui/react';
import { Link } from '@solvent/router';
import type { LinkProps } from '@solvent/router';
import { AUTO_DIRECTION } from '../texts.tsx';

/** A link that looks like a button: it can be opened in a tab. */
export function LinkButton({
  to,
  state,
  replace,
  children,
  ...props
}: ButtonProps & Pick<LinkProps, 'to' | 'state' | 'replace'>) {
  // The button's own `type` is none of a link: there it would say of which media type the target is.
  return (
    <Button asChild {...props} type={undefined}>
      <Link to={to} state={state} replace={replace}>
        {children}
      </Link>
    </Button>
  );
}

/**
 * A finger's target of 44 px for a line of text that stands alone, without room of its own. Between links that stand closer the
 * later one gets what both cover.
 */
export const FINGER_TARGET = {
  position: 'relative',
  _before: { content: '""', position: 'absolute', insetInline: '-8px', insetBlock: '-14px' },
} as const;

/** A link in running text. */
export const TextLink = chakra(
  Link,
  {
    base: {
      color: 'brand.fg',
      fontWeight: '500',
      textDecoration: 'underline',
      textUnderlineOffset: '3px',
      textDecorationColor: 'brand.emphasized',
      rounded: 'l1',
      _hover: { textDecorationColor: 'currentColor' },
      focusVisibleRing: 'outside',
    },
  },
  { defaultProps: AUTO_DIRECTION },
);
