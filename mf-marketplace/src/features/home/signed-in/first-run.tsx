import type { SessionUser } from '@solvent/contracts';
import { usePush } from '@solvent/push';
import { getSession, readKey, requestPage, writeKey } from '@solvent/store';
import type { OwnKey } from '@solvent/store';
import { Box, Button, Flex, Heading, LinkButton, Panel, Span, Text } from '@solvent/ui';
import { Circle, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { HomeRow } from './rows.tsx';

const STEPS = {
  seeker: {
    title: 'Post your first problem',
    text: 'Describe the problem and your budget. Developers bid on it; you choose.',
    to: '/post-problem',
    needs: 'It takes a title, a description and a budget.',
  },
  solver: {
    title: 'Bid on your first problem',
    text: 'Find a problem you can solve, and bid with your price and delivery time.',
    to: '/problems',
    needs: 'It takes a price, a delivery time and a message.',
  },
} as const;

interface ChecklistItem {
  title: string;
  text: string;
  to: string;
  isDone: boolean;
}

function useChecklist({ role, image, expertiseAreas }: SessionUser): ChecklistItem[] {
  const push = usePush();
  const step = STEPS[role];
  const areas = {
    title: 'Add your areas of expertise',
    text: 'Home shows problems that match them.',
    to: '/profile/settings/profile',
    isDone: expertiseAreas.length > 0,
  };
  const photo = {
    title: 'Add a photo',
    text: 'People see who they would work with.',
    to: '/profile/settings/profile',
    isDone: Boolean(image),
  };
  const first = { title: step.title, text: step.needs, to: step.to, isDone: false };
  const turnOn = {
    title: 'Turn on notifications',
    text: 'Learn about bids and messages while Solvent is closed.',
    to: '/profile/settings/notifications',
    isDone: push.isOn,
  };
  return [...(role === 'solver' ? [areas] : []), photo, first, ...(push.isAvailable ? [turnOn] : [])];
}

const getDismissedKey = (): OwnKey => `solvent.checklist.${getSession().userData?._id ?? 'visitor'}`;

function Checklist({ items, onDismiss }: { items: ChecklistItem[]; onDismiss: () => void }) {
  return (
    <>
      <Box as="ul" listStyleType="none">
        {items.map(({ title, text, to, isDone }) => (
          <HomeRow
            key={title}
            to={to}
            title={isDone ? `${title}: done` : title}
            meta={[text]}
            start={
              <Box color={isDone ? 'fg.success' : 'fg.subtle'} aria-hidden flexShrink="0">
                {isDone ? <CircleCheck size={20} /> : <Circle size={20} />}
              </Box>
            }
          />
        ))}
      </Box>
      <Flex align="center" justify="space-between" gap="4" borderTopWidth="1px" ps={{ base: '4', md: '5' }} pe="2" py="1.5">
        <Span color="fg.muted" textStyle="meta" fontVariantNumeric="tabular-nums">
          {items.filter(({ isDone }) => isDone).length} of {items.length} done
        </Span>
        <Button variant="ghost" colorPalette="gray" size="sm" onClick={onDismiss}>
          Dismiss checklist
        </Button>
      </Flex>
    </>
  );
}

/** Greets a user who has neither posted nor bid (product 2.67). Only the first problem or bid remaining ends the checklist. */
export function Component({ user }: { user: SessionUser }) {
  const [isDismissed, setDismissed] = useState(() => readKey(getDismissedKey()) !== null);
  const items = useChecklist(user);
  const isSetUp = items.filter(({ isDone }) => !isDone).length === 1;
  const { text } = STEPS[user.role];
  const dismiss = () => {
    writeKey(getDismissedKey(), 'dismissed');
    setDismissed(true);
    document.querySelector('h1')?.focus();
  };
  return (
    <Panel as="section" aria-labelledby="first-run" p="0" overflow="hidden">
      <Box p={{ base: '4', md: '5' }}>
        <Heading as="h2" id="first-run" textStyle="cardTitle" overflowWrap="anywhere">
          Welcome to Solvent, <bdi>{user.name}</bdi>
        </Heading>
        <Text color="fg.muted" mt="1" maxW="60ch">
          {text}
        </Text>
        <Flex gap="3" mt="4" wrap="wrap">
          {user.role === 'seeker' ? <Button onClick={() => requestPage('/post-problem')}>Post a problem</Button> : null}
          <LinkButton to="/problems" {...(user.role === 'seeker' ? { variant: 'outline', colorPalette: 'gray' } : {})}>
            Browse problems
          </LinkButton>
        </Flex>
      </Box>
      {isDismissed || isSetUp ? null : <Checklist items={items} onDismiss={dismiss} />}
    </Panel>
  );
}
