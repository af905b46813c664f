import type { PublicProfile } from '@solvent/contracts';
import { Component as ActionMenuList } from '@solvent/kit/action-menu-list';
import { confirm, IconButton } from '@solvent/ui';
import { Ban, Ellipsis } from 'lucide-react';
import { useSetBlocked } from '../../api/blocks.ts';

/** Loads on the first click, so the menu is open initially. */
export function Component({ person }: { person: PublicProfile }) {
  const setBlocked = useSetBlocked(person);
  const confirmBlock = async () => {
    const confirmed = await confirm({
      title: `Block ${person.name}?`,
      text: 'You won’t be able to message, invite or bid for each other until you unblock them. We won’t notify them.',
      action: 'Block',
      destructive: true,
    });
    if (confirmed) setBlocked.mutate(true);
  };
  const toggle = () => (person.blockedByMe ? setBlocked.mutate(false) : void confirmBlock());
  const trigger = (
    <IconButton variant="outline" colorPalette="gray" size="sm" aria-label="More" loading={setBlocked.isPending}>
      <Ellipsis size={16} />
    </IconButton>
  );
  return (
    <ActionMenuList trigger={trigger} actions={[{ label: person.blockedByMe ? 'Unblock' : 'Block', icon: Ban, run: toggle }]} />
  );
}
