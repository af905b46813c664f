import { Center } from '@solvent/ui';
import { Bell, CircleCheck, CircleX, HandCoins, MessageSquare } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

const ICONS: Record<string, LucideIcon> = {
  bid_accepted: CircleCheck,
  bid_rejected: CircleX,
  new_bid: HandCoins,
  message_received: MessageSquare,
  new_message: MessageSquare,
};

/** What a notification is about, at a glance. Decorative: its title says it. */
export function NotificationIcon({ type }: { type: string }) {
  const Icon = ICONS[type] ?? Bell;
  return (
    <Center boxSize="8" flexShrink="0" rounded="full" bg="bg.muted" color="fg.muted" aria-hidden>
      <Icon size={16} />
    </Center>
  );
}
