import type { SessionSummary } from '@solvent/contracts';
import { Box, Button, Flex, Text } from '@solvent/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { ProfileSection } from '../../../person/profile-section.tsx';
import { PartNotLoaded, PartSkeleton } from '../part-states.tsx';
import { EndOthers } from './end-others.tsx';
import { useOwnSessions } from './own-sessions.ts';
import { SessionRow } from './session-row.tsx';

/** So many stand at once; the rest comes with a button. */
const SHOWN_FIRST = 5;

/** A row that goes takes the focus of its button along: the list has it then. */
function useKeptFocus(list: RefObject<HTMLElement | null>, count: number): void {
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) list.current?.focus();
    before.current = count;
  }, [list, count]);
}

function SessionList({ sessions }: { sessions: SessionSummary[] }) {
  const [all, setAll] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const listElement = useCallback(() => list.current, []);
  useKeptFocus(list, sessions.length);
  const others = sessions.filter(({ current }) => !current).map(({ _id }) => _id);
  const shown = all ? sessions : sessions.slice(0, SHOWN_FIRST);
  return (
    <Box ref={list} tabIndex={-1} outline="0" role="group" aria-label="Devices">
      <Box as="ul" listStyleType="none">
        {shown.map((session) => (
          <SessionRow key={session._id} session={session} />
        ))}
      </Box>
      <Flex gap="2" mt="1" wrap="wrap">
        {shown.length < sessions.length ? (
          <Button variant="ghost" size="sm" onClick={() => setAll(true)}>
            Show all {sessions.length} devices
          </Button>
        ) : null}
        {others.length > 0 ? <EndOthers others={others} finalFocusEl={listElement} /> : null}
      </Flex>
    </Box>
  );
}

/** The devices that the person is signed in on. */
export function Sessions() {
  const { isPending, data, refetch } = useOwnSessions();
  return (
    <ProfileSection title="Signed-in devices">
      <Text color="fg.muted" mb="1">
        Sign out a device that you do not know or no longer use.
      </Text>
      {isPending ? <PartSkeleton label="Loading devices" minH="66px" /> : null}
      {data ? <SessionList sessions={data} /> : null}
      {!isPending && !data ? <PartNotLoaded text="Your devices could not be loaded." onRetry={() => void refetch()} /> : null}
    </ProfileSection>
  );
}
