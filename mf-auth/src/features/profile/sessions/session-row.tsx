import type { SessionSummary } from '@solvent/contracts';
import { RelativeTime } from '@solvent/kit';
import { Badge, Box, Button, Flex, Span } from '@solvent/ui';
import { Monitor, Smartphone } from 'lucide-react';
import { deviceName, isHandheld } from './device-name.ts';
import { useEndSessions } from './end-sessions.ts';

const dayOf = (time: string) => new Date(time).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric' });

/** A device, when it was used, and a way to sign it out from here. */
export function SessionRow({ session }: { session: SessionSummary }) {
  const { _id, userAgent, createdAt, lastUsedAt, current } = session;
  const end = useEndSessions('The device was signed out');
  const name = deviceName(userAgent);
  const Icon = isHandheld(userAgent) ? Smartphone : Monitor;
  return (
    <Flex as="li" gap="3" align="center" py="3" css={{ '& + &': { borderTopWidth: '1px' } }}>
      <Box color="fg.subtle" flexShrink="0" aria-hidden>
        <Icon size={20} />
      </Box>
      <Box minW="0" flex="1">
        <Flex align="center" columnGap="2" rowGap="1" wrap="wrap">
          <Span fontWeight="500" overflowWrap="anywhere">
            {name}
          </Span>
          {current ? <Badge colorPalette="brand">This device</Badge> : null}
        </Flex>
        <Flex color="fg.muted" columnGap="3" wrap="wrap">
          <Span>Signed in {dayOf(createdAt)}</Span>
          {current ? null : (
            <Span>
              Last used <RelativeTime time={lastUsedAt} />
            </Span>
          )}
        </Flex>
      </Box>
      {current ? null : (
        <Button
          variant="outline"
          colorPalette="gray"
          size="sm"
          aria-label={`Sign out ${name}`}
          loading={end.isPending}
          onClick={() => end.mutate([_id])}
        >
          Sign out
        </Button>
      )}
    </Flex>
  );
}
