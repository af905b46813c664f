import { useSession } from '@solvent/store';
import { Flex, IconButton, lazyComponent, LinkButton, PersonAvatar, Skeleton, Span, useDialogState } from '@solvent/ui';
import { ChevronDown } from 'lucide-react';
import { useMenu } from '../remotes/pages.ts';
import { retry } from '../remotes/retry.ts';
import { HIDDEN_BESIDE_TABS } from './navigation.tsx';

const AccountMenuList = lazyComponent(() =>
  retry(() => import(/* webpackChunkName: "account-menu" */ './account-menu-list.tsx')),
);

/** The profile link with the user's name, and the account menu (product 2.4). */
export function AccountMenu() {
  const user = useSession((state) => state.userData);
  const [profileItem] = useMenu('account');
  const { isOpen, open, onLoadError } = useDialogState('The menu');
  const trigger = (
    <IconButton variant="ghost" colorPalette="gray" hideBelow="md" aria-label="Account" aria-haspopup="menu" onClick={open}>
      <ChevronDown size={16} />
    </IconButton>
  );
  return (
    <Flex align="center" css={HIDDEN_BESIDE_TABS}>
      {profileItem ? (
        <LinkButton
          to={profileItem.page.path}
          aria-label={user ? `${user.name}, ${profileItem.label.toLowerCase()}` : profileItem.label}
          variant="ghost"
          colorPalette="gray"
          px="2"
          maxW="180px"
        >
          {user ? <PersonAvatar person={user} /> : <Skeleton boxSize="28px" rounded="full" />}
          <Span hideBelow="xl" truncate>
            {user ? user.name : <Skeleton as="span" display="block" h="14px" w="72px" />}
          </Span>
        </LinkButton>
      ) : null}
      {isOpen ? <AccountMenuList fallback={trigger} onLoadError={onLoadError} /> : trigger}
    </Flex>
  );
}
