import { Button, chakra } from '@chakra-ui/react';
import type { ButtonProps } from '@chakra-ui/react';
import { Link } from '@solvent/router';
import type { LinkProps } from '@solvent/router';
import { AUTO_DIRECTION } from '../texts.tsx';

export function LinkButton({
  to,
  state,
  replace,
  children,
  ...props
}: ButtonProps & Pick<LinkProps, 'to' | 'state' | 'replace'>) {
  // `type` on a link would be its target's media type.
  return (
    <Button asChild {...props} type={undefined}>
      <Link to={to} state={state} replace={replace}>
        {children}
      </Link>
    </Button>
  );
}

/** Extends a line of text to a touch target of 44 px. Where targets overlap, the later link wins. */
export const FINGER_TARGET = {
  position: 'relative',
  _before: { content: '""', position: 'absolute', insetInline: '-8px', insetBlock: '-14px' },
} as const;

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
