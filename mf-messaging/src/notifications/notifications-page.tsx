import type { Notification } from '@solvent/contracts';
import { InfiniteList, SkeletonRegion } from '@solvent/kit';
import { useServerTime } from '@solvent/socket';
import { chakra, EmptyState, Flex, Heading, LinkButton, Page, PageHeading, Panel, Skeleton, Stack, toast } from '@solvent/ui';
import { BellOff } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { useNotifications, useReadNotification } from './notifications.ts';
import { startOfDay, formatDay } from '../dates.ts';
import { NotificationItem } from './notification-item.tsx';
import { ListActions } from './list-actions.tsx';

const SKELETON_WIDTHS = ['40%', '55%', '35%', '60%', '45%', '50%'];

const ListSkeleton = () => (
  <SkeletonRegion minH="440px">
    <Skeleton h="5" w="60px" mb="2" />
    <Panel p="0">
      {SKELETON_WIDTHS.map((width) => (
        <Flex key={width} gap="3" px={{ base: '3', md: '4' }} py="3" css={{ '& + &': { borderTopWidth: '1px' } }}>
          <Skeleton boxSize="8" rounded="full" flexShrink="0" />
          <Stack flex="1" gap="2" py="0.5">
            <Skeleton h="4" w={width} />
            <Skeleton h="4" w="80%" />
          </Stack>
        </Flex>
      ))}
    </Panel>
  </SkeletonRegion>
);

interface DayGroup {
  day: number;
  notifications: Notification[];
}

function groupByDay(notifications: readonly Notification[]): DayGroup[] {
  const groups: DayGroup[] = [];
  for (const notification of notifications) {
    const day = startOfDay(Date.parse(notification.createdAt));
    const last = groups.at(-1);
    if (last?.day === day) last.notifications.push(notification);
    else groups.push({ day, notifications: [notification] });
  }
  return groups;
}

const Items = chakra('ul', {
  base: { bg: 'bg.panel', borderWidth: '1px', rounded: 'l3', overflow: 'hidden', listStyleType: 'none' },
});

function NotificationList({ notifications }: { notifications: Notification[] }) {
  const now = useServerTime();
  const read = useReadNotification();
  const open = ({ _id, read: wasRead }: Notification) => (wasRead ? undefined : read(_id));
  return (
    <Stack gap="5">
      {groupByDay(notifications).map((group) => (
        <section key={group.day}>
          <Heading as="h2" fontSize="14px" lineHeight="20px" fontWeight="600" color="fg.muted" mb="2">
            {formatDay(group.day, now)}
          </Heading>
          <Items aria-label={`Notifications, ${formatDay(group.day, now)}`}>
            {group.notifications.map((notification) => (
              <NotificationItem key={notification._id} notification={notification} onOpen={open} />
            ))}
          </Items>
        </section>
      ))}
    </Stack>
  );
}

type List = ReturnType<typeof useNotifications>;

/** Each failure is a new error object, so a repeated failure shows a toast again. */
function useFailureToast(error: List['query']['error']): void {
  useEffect(() => {
    if (error) toast.error('Failed to load notifications', { cause: error });
  }, [error]);
}

function NoNotifications() {
  return (
    <EmptyState
      icon={BellOff}
      as="h2"
      title="No notifications"
      text="You don't have any notifications at the moment."
      action={
        <LinkButton to="/problems" variant="outline" colorPalette="gray">
          See open problems
        </LinkButton>
      }
    />
  );
}

/** /notifications (product 2.27). */
export function Component() {
  const list = useNotifications();
  const page = useRef<HTMLDivElement>(null);
  const heading = useCallback(() => page.current?.querySelector('h1') ?? null, []);
  useFailureToast(list.query.error);
  return (
    <Page measure="reading">
      <div ref={page}>
        <PageHeading
          actions={
            <ListActions hasUnread={list.unreadCount > 0} hasNotifications={list.notifications.length > 0} heading={heading} />
          }
        >
          Notifications
        </PageHeading>
        <InfiniteList
          query={list.query}
          isEmpty={list.notifications.length === 0}
          skeleton={<ListSkeleton />}
          error="Your notifications could not be loaded"
          nextError="More notifications could not be loaded."
          empty={<NoNotifications />}
          end={{ minH: list.query.hasNextPage ? '52px' : undefined }}
        >
          <NotificationList notifications={list.notifications} />
        </InfiniteList>
      </div>
    </Page>
  );
}
