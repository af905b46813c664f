import type { ConversationEvent, PersonSummary } from '@solvent/contracts';
import { formatMoney, toCents } from '@solvent/kit';
import { chakra, Flex } from '@solvent/ui';
import { CircleCheck, CircleDollarSign, CircleX, Handshake, Package, PencilLine, Scale } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { formatClockTime, formatDayOfYear } from '../../dates.ts';
import type { EventRow } from '../rows.ts';

const formatTerms = ({ amount, dueAt }: ConversationEvent): string =>
  amount === null || dueAt === null ? '' : `: ${formatMoney(toCents(amount))}, due ${formatDayOfYear(new Date(dueAt))}`;

/** By kind: an icon, and the text for the name of the person, which is empty for a moderator. */
const EVENTS: Record<ConversationEvent['kind'], { icon: LucideIcon; text: (name: string, event: ConversationEvent) => string }> =
  {
    accepted: { icon: Handshake, text: (name) => `${name} accepted the bid` },
    delivered: { icon: Package, text: (name) => `${name} delivered the work` },
    changes_requested: { icon: PencilLine, text: (name) => `${name} asked for changes` },
    terms_changed: { icon: PencilLine, text: (_name, event) => `Agreement changed${formatTerms(event)}` },
    solved: { icon: CircleCheck, text: () => 'Problem solved' },
    paid: { icon: CircleDollarSign, text: (name) => `${name} marked the work as paid` },
    received: { icon: CircleDollarSign, text: (name) => `${name} received the payment` },
    ended: { icon: CircleX, text: (name) => (name ? `${name} ended the agreement` : 'The agreement ended') },
    dispute_opened: { icon: Scale, text: (name) => `${name} opened a dispute` },
    dispute_decided: { icon: Scale, text: () => 'A moderator decided the dispute' },
  };

interface EventLineProps {
  row: EventRow;
  self: PersonSummary;
  other: PersonSummary;
}

export function Component({ row: { event, time }, self, other }: EventLineProps) {
  const { icon: Icon, text } = EVENTS[event.kind];
  const name = { [self._id]: 'You', [other._id]: other.name }[event.personId ?? ''] ?? '';
  return (
    <Flex minH="40px" py="1.5" px="2" gap="2" align="center" justify="center" textStyle="meta" color="fg.muted">
      <Icon size={14} aria-hidden style={{ flexShrink: 0 }} />
      <chakra.span minW="0" overflowWrap="anywhere">
        {text(name, event)} · <time dateTime={event.at}>{formatClockTime(time)}</time>
      </chakra.span>
    </Flex>
  );
}
