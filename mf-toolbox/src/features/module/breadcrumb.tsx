import { Link } from '@solvent/router';
import { chakra, FINGER_TARGET, Flex } from '@solvent/ui';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

const Step = chakra(Link, {
  base: {
    ...FINGER_TARGET,
    rounded: 'l1',
    _hover: { color: 'fg', textDecoration: 'underline' },
    focusVisibleRing: 'outside',
  },
});

const Item = ({ children }: { children: ReactNode }) => (
  <Flex as="li" align="center" gap="1.5" flexShrink="0">
    {children}
    <ChevronRight size={14} aria-hidden />
  </Flex>
);

/** Home / Toolbox / title (spec 2). */
export function Breadcrumb({ title }: { title: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <Flex as="ol" align="center" gap="1.5" color="fg.muted" listStyleType="none" minW="0">
        <Item>
          <Step to="/home">Home</Step>
        </Item>
        <Item>
          <Step to="/toolbox">Toolbox</Step>
        </Item>
        <chakra.li aria-current="page" color="fg" truncate minW="0">
          {title}
        </chakra.li>
      </Flex>
    </nav>
  );
}
