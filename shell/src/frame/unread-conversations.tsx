import { BADGE_MAX } from '@solvent/contracts';
import { useUnreadConversations } from '@solvent/store';
import { chakra } from '@solvent/ui';
import type { NavigationLink } from './navigation.ts';

type Where = 'bar' | 'menu';

const idOf = (where: Where) => `unread-conversations-${where}`;

/** For the link of an entry: its count describes it, the name stays. */
export const describedByCount = ({ counts }: NavigationLink, where: Where) =>
  counts === 'conversations' ? { 'aria-describedby': idOf(where) } : {};

/** How many conversations have something unread: "9+" above 9, nothing at 0 (product 9.4). */
function Badge({ count }: { count: number }) {
  return (
    <chakra.span
      ms="1.5"
      minW="18px"
      h="18px"
      px="1"
      rounded="full"
      bg="brand.solid"
      color="brand.contrast"
      fontSize="11px"
      lineHeight="18px"
      fontWeight="600"
      fontVariantNumeric="tabular-nums"
      textAlign="center"
      aria-hidden
    >
      {count > BADGE_MAX ? `${BADGE_MAX}+` : count}
    </chakra.span>
  );
}

/** What stands behind the label of an entry that counts. */
export function EntryCount({ link, where }: { link: NavigationLink; where: Where }) {
  const count = useUnreadConversations();
  if (link.counts !== 'conversations') return null;
  return (
    <>
      {count > 0 ? <Badge count={count} /> : null}
      <span id={idOf(where)} hidden>
        {count > 0 ? `${count} unread` : 'None unread'}
      </span>
    </>
  );
}
