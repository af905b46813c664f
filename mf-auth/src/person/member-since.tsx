import { Text } from '@solvent/ui';

const monthOf = (time: string) => new Date(time).toLocaleDateString('en', { month: 'long', year: 'numeric' });

/** "Member since November 2026". */
export function MemberSince({ time }: { time: string }) {
  return <Text color="fg.muted">Member since {monthOf(time)}</Text>;
}
