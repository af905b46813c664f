import type { SessionSummary } from '@solvent/contracts';
import { Day, formatCount, RelativeTime } from '@solvent/kit';
import { Badge, Box, Button, confirm, Flex, Span, Text } from '@solvent/ui';
import { Monitor, Smartphone } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useEndSessions, useOwnSessions } from '../../../api/sessions.ts';
import { Loaded } from '../../../person/loaded.tsx';
import { SectionSkeleton, ProfileSection } from '../../../person/profile-section.tsx';
import { formatDeviceName, isHandheld } from './device-name.ts';

interface SignOutOthersProps {
  otherIds: string[];
  /** Receives the focus when the button disappears. */
  finalFocusEl: () => HTMLElement | null;
}

function SignOutOthers({ otherIds, finalFocusEl }: SignOutOthersProps) {
  const endSessions = useEndSessions('All other devices were signed out');
  async function confirmAndEnd() {
    const confirmed = await confirm({
      title: 'Sign out everywhere else?',
      text: 'All other devices will be signed out immediately.',
      action: `Sign out ${formatCount(otherIds.length, 'device')}`,
      destructive: true,
      finalFocusEl,
    });
    if (confirmed) endSessions.mutate(otherIds);
  }
  return (
    <Button variant="outline" colorPalette="gray" size="sm" loading={endSessions.isPending} onClick={() => void confirmAndEnd()}>
      Sign out everywhere else
    </Button>
  );
}

function SessionRow({ session }: { session: SessionSummary }) {
  const { _id, userAgent, createdAt, lastUsedAt, current } = session;
  const endSessions = useEndSessions('The device was signed out');
  const name = formatDeviceName(userAgent);
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
          <Span>
            Signed in <Day time={createdAt} format="long" />
          </Span>
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
          loading={endSessions.isPending}
          onClick={() => endSessions.mutate([_id])}
        >
          Sign out
        </Button>
      )}
    </Flex>
  );
}

const COLLAPSED_COUNT = 5;

function useFocusAfterRemoval(list: RefObject<HTMLElement | null>, count: number): void {
  const previousCount = useRef(count);
  useEffect(() => {
    if (count < previousCount.current && document.activeElement === document.body) list.current?.focus();
    previousCount.current = count;
  }, [list, count]);
}

function SessionList({ sessions }: { sessions: SessionSummary[] }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const getList = useCallback(() => list.current, []);
  useFocusAfterRemoval(list, sessions.length);
  const otherIds = sessions.filter(({ current }) => !current).map(({ _id }) => _id);
  const shown = isExpanded ? sessions : sessions.slice(0, COLLAPSED_COUNT);
  return (
    <Box ref={list} tabIndex={-1} outline="0" role="group" aria-label="Devices">
      <Box as="ul" listStyleType="none">
        {shown.map((session) => (
          <SessionRow key={session._id} session={session} />
        ))}
      </Box>
      <Flex gap="2" mt="1" wrap="wrap">
        {shown.length < sessions.length ? (
          <Button variant="ghost" size="sm" onClick={() => setIsExpanded(true)}>
            Show all {sessions.length} devices
          </Button>
        ) : null}
        {otherIds.length > 0 ? <SignOutOthers otherIds={otherIds} finalFocusEl={getList} /> : null}
      </Flex>
    </Box>
  );
}

export function Sessions() {
  return (
    <ProfileSection title="Signed-in devices">
      <Text color="fg.muted" mb="1">
        Sign out devices you don’t recognize or no longer use.
      </Text>
      <Loaded query={useOwnSessions()} name="Your devices" skeleton={<SectionSkeleton label="Loading devices" minH="68px" />}>
        {(sessions) => <SessionList sessions={sessions} />}
      </Loaded>
    </ProfileSection>
  );
}
