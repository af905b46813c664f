import type { PublicProfile } from '@solvent/contracts';
import { confirm, IconButton } from '@solvent/ui';
import { Menu, Portal } from '@solvent/ui/overlays';
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
  return (
    <Menu.Root defaultOpen positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <IconButton variant="outline" colorPalette="gray" size="sm" aria-label="More" loading={setBlocked.isPending}>
          <Ellipsis size={16} />
        </IconButton>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content minW="160px" bg="bg.raised">
            <Menu.Item value="block" onClick={toggle}>
              <Ban size={16} aria-hidden /> {person.blockedByMe ? 'Unblock' : 'Block'}
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
