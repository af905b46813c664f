import { useSession } from '@solvent/store';
import { Flex, IconButton, lazyComponent, LinkButton, PersonAvatar, Span, useDialogState } from '@solvent/ui';
import { ChevronDown } from 'lucide-react';
import { retry } from '../remotes/retry.ts';

const AccountMenuList = lazyComponent(() =>
  retry(() => import(/* webpackChunkName: "account-menu" */ './account-menu-list.tsx')),
);

/** The profile link with the person's name, and the menu beside it (product 2.4). */
export function AccountMenu() {
  const user = useSession((state) => state.userData);
  const { isOpen, open, onLoadError } = useDialogState('The menu could not be loaded. Please try again.');
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
      onClick={open}
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
      {isOpen ? <AccountMenuList fallback={trigger} onLoadError={onLoadError} /> : trigger}
    </Flex>
  );
}
