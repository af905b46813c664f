import type { FoundMessage } from '@solvent/contracts';
import { useSession } from '@solvent/store';
import { Box, Text } from '@solvent/ui';
import type { useMessageSearch } from '../../api/search.ts';
import { FoundMessages } from '../../conversation/found-messages.tsx';
import { conversationAddress } from './address.ts';

/** Under the conversations that were found: what was written in any of them. */
export function Component({ found, search }: { found: ReturnType<typeof useMessageSearch>; search: string }) {
  const userId = useSession((session) => session.userData?._id) ?? '';
  if (found.query.isSuccess && found.messages.length === 0) return null;
  const toMessage = ({ seq, conversation }: FoundMessage) =>
    conversationAddress({ selected: conversation._id, search, message: seq });
  return (
    <Box borderTopWidth="1px">
      <Text px="4" pt="3" pb="1" textStyle="meta" fontWeight="600" color="fg.muted">
        Messages
      </Text>
      <FoundMessages search={found} userId={userId} label="Messages found" namesConversation toMessage={toMessage} empty={null} />
    </Box>
  );
}
