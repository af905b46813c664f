import { useSession } from '@solvent/store';
import { Flex, IconButton, LinkButton, PersonAvatar, Span } from '@solvent/ui';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { inTries } from '../remotes/in-tries.ts';
import { LatePart } from './late-part.tsx';

const loadMenu = () =>
  inTries(() => import(/* webpackChunkName: "account-menu" */ './account-menu-list.tsx')).then((module) => ({
    Component: module.AccountMenuList,
  }));

/** The profile link with the person's name, and the menu beside it (product 2.4). */
export function AccountMenu() {
  const user = useSession((state) => state.userData);
  const [wanted, setWanted] = useState(false);
  if (!user) return null;
  const trigger = (
    <IconButton
      variant="ghost"
      colorPalette="gray"
      hideBelow="md"
      minW="28px"
      w="28px"
      aria-label="Account"
      aria-haspopup="menu"
      onClick={() => setWanted(true)}
    >
      <ChevronDown size={16} />
    </IconButton>
  );
  return (
    <Flex align="center">
      <LinkButton to="/profile" aria-label={`${user.name}, profile`} variant="ghost" colorPalette="gray" px="2" maxW="180px">
        <PersonAvatar person={user} />
        <Span hideBelow="lg" truncate>
          {user.name}
        </Span>
      </LinkButton>
      {wanted ? (
        <LatePart
          load={loadMenu}
          loading={trigger}
          failure="The menu could not be loaded. Please try again."
          onFailed={() => setWanted(false)}
        />
      ) : (
        trigger
      )}
    </Flex>
  );
}
