import { Box, VisuallyHidden } from '@solvent/ui';
import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react';
import type { Waiting } from '../rows/waiting.ts';

/** How far an own message is. */
export type State = Waiting | 'sent' | 'read';

const STATES = {
  sending: { icon: Clock, text: 'Sending', color: 'fg.subtle' },
  offline: { icon: Clock, text: 'Waiting for the connection', color: 'fg.subtle' },
  held: { icon: Clock, text: 'Waiting for the message before it', color: 'fg.subtle' },
  failed: { icon: CircleAlert, text: 'Not sent', color: 'fg.error' },
  sent: { icon: Check, text: 'Sent', color: 'fg.subtle' },
  read: { icon: CheckCheck, text: 'Read', color: 'brand.fg' },
} as const;

/** A clock, a check, two checks: with the word for who hovers, and for who listens. */
export function MessageState({ state }: { state: State }) {
  const { icon: Icon, text, color } = STATES[state];
  return (
    <Box as="span" color={color} title={text} flexShrink="0">
      <Icon size={14} aria-hidden />
      <VisuallyHidden>{text}</VisuallyHidden>
    </Box>
  );
}
