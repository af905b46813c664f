import { useSession } from '@solvent/store';
import { Flex, IconButton, lazyComponent, LinkButton, PersonAvatar, Span, useDialogState } from '@solvent/ui';
import { ChevronDown } from 'lucide-react';
import { useMenu } from '../remotes/pages.ts';
import { retry } from '../remotes/retry.ts';

const AccountMenuList = lazyComponent(() =>
  retry(() => import(/* webpackChunkName: "account-menu" */ './account-menu-list.tsx')),
);

/** The profile link with the user's name, and the account menu (product 2.4). */
export function AccountMenu() {
  const user = useSession((state) => state.userData);
  const [own] = useMenu('account');
  const { isOpen, open, onLoadError } = useDialogState('The menu');
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
      {own ? (
        <LinkButton
          to={own.page.path}
          aria-label={`${user.name}, ${own.label.toLowerCase()}`}
          variant="ghost"
          colorPalette="gray"
          px="2"
          maxW="180px"
        >
          <PersonAvatar person={user} />
          <Span hideBelow="xl" truncate>
            {user.name}
          </Span>
        </LinkButton>
      ) : null}
      {isOpen ? <AccountMenuList fallback={trigger} onLoadError={onLoadError} /> : trigger}
    </Flex>
  );
}
