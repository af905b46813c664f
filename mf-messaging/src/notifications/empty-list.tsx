import { Button, EmptyState, LinkButton } from '@solvent/ui';
import { BellOff } from 'lucide-react';

/** @param onShowAll shows all notifications; undefined unless the filter hides some */
export function Component({ onShowAll }: { onShowAll: (() => void) | undefined }) {
  const texts = onShowAll
    ? { title: 'No unread notifications', text: 'You’ve read everything.' }
    : { title: 'No notifications', text: "You don't have any notifications at the moment." };
  const action = onShowAll ? (
    <Button variant="outline" colorPalette="gray" onClick={onShowAll}>
      Show all notifications
    </Button>
  ) : (
    <LinkButton to="/problems" variant="outline" colorPalette="gray">
      See open problems
    </LinkButton>
  );
  return <EmptyState icon={BellOff} as="h2" {...texts} action={action} />;
}
