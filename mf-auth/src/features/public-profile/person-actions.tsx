import type { PublicProfile } from '@solvent/contracts';
import { useSession } from '@solvent/store';
import { Button, Flex, IconButton, lazyComponent, LinkButton, Text, useDialogState, VisuallyHidden } from '@solvent/ui';
import { Ellipsis, ListChecks, MessageSquare, Pencil, Settings, UserPlus } from 'lucide-react';

const InviteDialog = lazyComponent(() => import(/* webpackChunkName: "invite-dialog" */ './invite-dialog.tsx'));
const PersonMenu = lazyComponent(() => import(/* webpackChunkName: "person-menu" */ './person-menu.tsx'));

function InviteButton({ person }: { person: PublicProfile }) {
  const { isOpen, open, close, onLoadError } = useDialogState();
  return (
    <>
      <Button size="sm" variant="outline" onClick={open}>
        <UserPlus size={14} aria-hidden />
        Invite to a problem
      </Button>
      {isOpen ? <InviteDialog solver={person} onClose={close} onLoadError={onLoadError} /> : null}
    </>
  );
}

function MoreButton({ person }: { person: PublicProfile }) {
  const { isOpen, open, onLoadError } = useDialogState('The menu');
  const trigger = (
    <IconButton variant="outline" colorPalette="gray" size="sm" aria-label="More" aria-haspopup="menu" onClick={open}>
      <Ellipsis size={16} />
    </IconButton>
  );
  return isOpen ? <PersonMenu person={person} fallback={trigger} onLoadError={onLoadError} /> : trigger;
}

const OWN_LINKS = [
  { to: '/profile/settings/profile', label: 'Edit profile', Icon: Pencil },
  { to: '/profile/settings', label: 'Settings', Icon: Settings },
];
const WORK_LINKS = {
  seeker: { to: '/my-problems', label: 'My problems', Icon: ListChecks },
  solver: { to: '/my-bids', label: 'My bids', Icon: ListChecks },
};

export function PersonActions({ person }: { person: PublicProfile }) {
  const viewer = useSession((state) => state.userData);
  if (viewer?._id === person._id)
    return (
      <Flex gap="2" mt="3" wrap="wrap" css={{ '& > *': { flex: { base: '1 0 auto', md: 'none' } } }}>
        {[...OWN_LINKS, WORK_LINKS[person.role]].map(({ to, label, Icon }) => (
          <LinkButton key={to} to={to} size="sm" variant="outline" colorPalette="gray">
            <Icon size={14} aria-hidden />
            {label}
          </LinkButton>
        ))}
      </Flex>
    );
  const isSolver = person.role === 'solver';
  if (!isSolver && !viewer) return null;
  return (
    <>
      {person.blockedByMe ? (
        <Text mt="3" role="status" color="fg.muted">
          You have blocked this person. Unblock them to write.
        </Text>
      ) : null}
      <Flex gap="2" mt="3" wrap="wrap">
        {/* Authors of modules are contacted from their modules (product 2.15). */}
        {isSolver && !person.blockedByMe ? (
          <LinkButton to={`/conversations?with=${encodeURIComponent(person._id)}`} size="sm">
            <MessageSquare size={14} aria-hidden />
            Message<VisuallyHidden> {person.name}</VisuallyHidden>
          </LinkButton>
        ) : null}
        {isSolver && !person.blockedByMe && viewer?.role === 'seeker' ? <InviteButton person={person} /> : null}
        {viewer ? <MoreButton person={person} /> : null}
      </Flex>
    </>
  );
}
