import type { Notification } from '@solvent/contracts';
import { InfiniteList, SkeletonRegion } from '@solvent/kit';
import { chakra, EmptyState, Flex, LinkButton, Page, PageHeading, Panel, Skeleton, Stack, toast } from '@solvent/ui';
import { BellOff } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { preloadNotifications, useNotifications, useReadNotification } from '../../api/notifications.ts';
import { NotificationItem } from '../../notification/notification-item.tsx';
import { ListActions } from './list-actions.tsx';

const ROWS = ['40%', '55%', '35%', '60%', '45%', '50%'];

/** The shape of the list while it loads. */
const ListSkeleton = () => (
  <SkeletonRegion minH="440px">
    <Panel p="0">
      {ROWS.map((width) => (
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

const Items = chakra('ul', {
  base: { bg: 'bg.panel', borderWidth: '1px', rounded: 'l3', overflow: 'hidden', listStyleType: 'none' },
});

/** All notifications, newest first. */
function NotificationList({ notifications }: { notifications: Notification[] }) {
  const read = useReadNotification();
  const open = ({ _id, read: wasRead }: Notification) => (wasRead ? undefined : read(_id));
  return (
    <Items aria-label="Notifications">
      {notifications.map((notification) => (
        <NotificationItem key={notification._id} notification={notification} onOpen={open} />
      ))}
    </Items>
  );
}

type List = ReturnType<typeof useNotifications>;

/** Each failure is an error of its own: the next one is told again. */
function useFailureToast(error: List['query']['error']): void {
  useEffect(() => {
    if (error) toast.error('Failed to load notifications');
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

export const preload = preloadNotifications;

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
          actions={<ListActions anyUnread={list.unreadCount > 0} any={list.notifications.length > 0} heading={heading} />}
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
