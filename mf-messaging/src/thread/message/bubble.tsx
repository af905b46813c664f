import type { PersonSummary } from '@solvent/contracts';
import { useLocalTimeTitle } from '@solvent/kit';
import { useServerTime } from '@solvent/socket';
import { Box, chakra, Flex, PersonAvatar, Span, VisuallyHidden } from '@solvent/ui';
import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { formatClockTime, startOfDay, formatDay } from '../../dates.ts';
import type { OutboxState } from '../rows.ts';

type DeliveryState = OutboxState | 'sent' | 'read';

const STATES = {
  sending: { icon: Clock, text: 'Sending', color: 'fg.subtle' },
  offline: { icon: Clock, text: 'Waiting for a connection', color: 'fg.subtle' },
  blocked: { icon: Clock, text: 'Waiting for the message above', color: 'fg.subtle' },
  failed: { icon: CircleAlert, text: 'Not sent', color: 'fg.error' },
  sent: { icon: Check, text: 'Sent', color: 'fg.subtle' },
  read: { icon: CheckCheck, text: 'Read', color: 'brand.fg' },
} as const;

function MessageState({ state }: { state: DeliveryState }) {
  const { icon: Icon, text, color } = STATES[state];
  return (
    <Box as="span" color={color} title={text} flexShrink="0">
      <Icon size={14} aria-hidden />
      <VisuallyHidden>{text}</VisuallyHidden>
    </Box>
  );
}

const AVATAR_PX = 28;

/** Own messages are tinted, with a sharper corner on the sender's side. */
const OWN_STYLE = { bg: 'brand.muted', borderColor: 'brand.emphasized', borderEndEndRadius: 'l1' } as const;
const OTHER_STYLE = { bg: 'bg.panel', borderColor: 'border', borderEndStartRadius: 'l1' } as const;
const DELETED_STYLE = { bg: 'transparent', borderColor: 'border', borderStyle: 'dashed', color: 'fg.muted' } as const;
const FAILED_STYLE = { ...OWN_STYLE, bg: 'transparent', borderColor: 'fg.error' } as const;

/** Leaves space for avatar, delivery state and time. */
const MAX_WIDTH = { own: 'min(640px, calc(100% - 64px))', others: 'min(640px, calc(100% - 104px))' } as const;
const PHONE_MAX_WIDTH = 'calc(100% - 48px)';

const VISIBLE_ON_HOVER = { '[role=article]:hover &, [role=article]:focus-within &': { opacity: 1 } } as const;

const Frame = chakra('div', {
  base: {
    minW: '0',
    maxW: '100%',
    rounded: '14px',
    borderWidth: '1px',
    px: '3',
    py: '1.5',
    overflow: 'hidden',
    transition: 'box-shadow 150ms',
    '&[data-marked]': {
      boxShadow: '0 0 0 2px var(--chakra-colors-brand-solid)',
      _highContrast: { outline: '2px solid Highlight' },
    },
  },
});

const Edited = () => (
  <Span display="block" textStyle="meta" color="fg.muted">
    edited
  </Span>
);

const BAR_WIDTH = { others: '158px', own: '188px' } as const;

/** Places the bar beside bubble and time, or over the bubble's end if the row is full. `cqi` is the row's width. */
const getActionsInset = (isOwn: boolean, startsGroup: boolean) => {
  const beside = `calc(100% + ${startsGroup ? 4 : 60}px)`;
  return isOwn
    ? { insetEnd: `min(${beside}, calc(100cqi - ${BAR_WIDTH.own}))` }
    : { insetStart: `min(${beside}, calc(100cqi - ${AVATAR_PX + 8}px - ${BAR_WIDTH.others}))` };
};

interface BubbleProps {
  sender: PersonSummary;
  /** ms since the epoch. */
  time: number;
  isOwn: boolean;
  startsGroup: boolean;
  state?: DeliveryState | undefined;
  children: ReactNode;
  actions?: ReactNode;
  footer?: ReactNode;
  isEdited?: boolean;
  isDeleted?: boolean;
  isHighlighted?: boolean;
  listeners?: Pick<
    ComponentProps<'div'>,
    'onFocus' | 'onBlur' | 'onClick' | 'onContextMenu' | (`onPointer${string}` & keyof ComponentProps<'div'>)
  >;
}

function Time({ time, ...props }: { time: number; className?: string }) {
  return (
    <chakra.time
      dateTime={new Date(time).toISOString()}
      {...useLocalTimeTitle(time)}
      whiteSpace="nowrap"
      fontVariantNumeric="tabular-nums"
      {...props}
    >
      {formatClockTime(time)}
    </chakra.time>
  );
}

function BubbleHeader({ sender, time, isOwn }: Pick<BubbleProps, 'sender' | 'time' | 'isOwn'>) {
  return (
    <Flex
      gap="2"
      align="baseline"
      mb="1"
      px="1"
      maxW="100%"
      whiteSpace="nowrap"
      justify={isOwn ? 'flex-end' : 'flex-start'}
      textStyle="meta"
      color="fg.subtle"
    >
      {isOwn ? null : (
        <Span color="fg.muted" fontWeight="600" truncate>
          {sender.name}
        </Span>
      )}
      <Time time={time} />
    </Flex>
  );
}

/** Delivery state, and the time on hover or focus if no header shows it. */
function Aside({ time, isOwn, startsGroup, state }: Pick<BubbleProps, 'time' | 'isOwn' | 'startsGroup' | 'state'>) {
  const inset = isOwn ? ({ insetEnd: '100%', pe: '1.5' } as const) : ({ insetStart: '0' } as const);
  return (
    <Box position="relative" pb="1.5" textStyle="meta" color="fg.subtle" flexShrink="0">
      {startsGroup ? null : (
        <Box as="span" position="absolute" bottom="0.5" {...inset} opacity="0" transition="opacity 150ms" css={VISIBLE_ON_HOVER}>
          <Time time={time} />
        </Box>
      )}
      {state ? <MessageState state={state} /> : null}
    </Box>
  );
}

export function Bubble(props: BubbleProps) {
  const {
    sender,
    time,
    isOwn,
    startsGroup,
    state,
    children,
    footer,
    actions,
    isEdited,
    isDeleted = false,
    isHighlighted = false,
    listeners,
  } = props;
  const now = useServerTime();
  const senderName = isOwn ? 'You' : sender.name;
  const style = isDeleted ? DELETED_STYLE : state === 'failed' ? FAILED_STYLE : isOwn ? OWN_STYLE : OTHER_STYLE;
  return (
    <Flex
      role="article"
      // Focusable by arrow keys (`handleMessageKeys`).
      tabIndex={-1}
      containerType="inline-size"
      rounded="l2"
      focusVisibleRing="inside"
      aria-label={`${senderName}, ${formatDay(startOfDay(time), now)}, ${formatClockTime(time)}`}
      aria-current={isHighlighted ? 'true' : undefined}
      {...listeners}
      direction={isOwn ? 'row-reverse' : 'row'}
      gap="2"
      pt={startsGroup ? '3' : '0.5'}
    >
      {isOwn ? null : (
        <Box w={`${AVATAR_PX}px`} flexShrink="0" alignSelf="flex-start" pt="5">
          {startsGroup ? <PersonAvatar person={sender} diameter={AVATAR_PX} /> : null}
        </Box>
      )}
      <Flex
        direction="column"
        minW="0"
        align={isOwn ? 'flex-end' : 'flex-start'}
        maxW={{ base: PHONE_MAX_WIDTH, md: isOwn ? MAX_WIDTH.own : MAX_WIDTH.others }}
      >
        {startsGroup ? <BubbleHeader sender={sender} time={time} isOwn={isOwn} /> : null}
        <Flex direction={isOwn ? 'row-reverse' : 'row'} position="relative" align="flex-end" gap="1.5" maxW="100%">
          <Frame {...style} data-marked={isHighlighted || undefined}>
            {children}
            {isEdited ? <Edited /> : null}
          </Frame>
          <Box position="absolute" bottom="-1px" zIndex="1" {...getActionsInset(isOwn, startsGroup)} _empty={{ display: 'none' }}>
            {actions}
          </Box>
          <Aside time={time} isOwn={isOwn} startsGroup={startsGroup} state={state} />
        </Flex>
        {footer}
      </Flex>
    </Flex>
  );
}
