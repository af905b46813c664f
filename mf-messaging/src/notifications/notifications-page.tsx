import type { Notification } from '@solvent/contracts';
import { InfiniteList, renderInlineLoadError, SkeletonRegion } from '@solvent/kit';
import { useSearchParams } from '@solvent/router';
import { useServerTime } from '@solvent/socket';
import { chakra, Flex, Heading, lazyComponent, Page, PageHeading, Panel, Skeleton, Stack, toast } from '@solvent/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { groupByProblem } from './notification-updates.ts';
import { useNotifications, useReadNotification, useUnreadNotifications } from './notifications.ts';
import { startOfDay, formatDay } from '../dates.ts';
import { NotificationGroup } from './notification-group.tsx';
import { ClearAllButton, FilterBar } from './list-actions.tsx';

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
      {groupByDay(notifications).map(({ day, notifications: ofDay }) => (
        <section key={day}>
          <Heading as="h2" fontSize="14px" lineHeight="20px" fontWeight="600" color="fg.muted" mb="2">
            {formatDay(day, now)}
          </Heading>
          <Items aria-label={`Notifications, ${formatDay(day, now)}`}>
            {groupByProblem(ofDay).map((group) => (
              <NotificationGroup key={group[0]._id} notifications={group} onOpen={open} />
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

const UndoClear = lazyComponent(() => import(/* webpackChunkName: "notification-parts" */ './undo-clear.tsx'));
const EmptyList = lazyComponent(() => import(/* webpackChunkName: "notification-parts" */ './empty-list.tsx'));
const renderListError = renderInlineLoadError('The list');

/** /notifications (product 2.27). */
export function Component() {
  const [params, setParams] = useSearchParams();
  const onlyUnread = params.get('show') === 'unread';
  const all = useNotifications();
  const unread = useUnreadNotifications(onlyUnread);
  const list = onlyUnread ? unread : all;
  const [isCleared, setCleared] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  const heading = useCallback(() => page.current?.querySelector('h1') ?? null, []);
  useFailureToast(list.query.error);
  const show = (next: boolean) => setParams(next ? { show: 'unread' } : {}, { replace: true });
  const hasNotifications = all.notifications.length > 0;
  return (
    <Page measure="reading">
      <div ref={page}>
        <PageHeading
          actions={hasNotifications ? <ClearAllButton onCleared={() => setCleared(true)} heading={heading} /> : undefined}
        >
          Notifications
        </PageHeading>
        {isCleared ? (
          <UndoClear onRestored={() => setCleared(false)} heading={heading} renderLoadError={renderListError} />
        ) : null}
        {hasNotifications || onlyUnread ? (
          <FilterBar unreadCount={all.unreadCount} onlyUnread={onlyUnread} onChange={show} heading={heading} />
        ) : null}
        <InfiniteList
          query={list.query}
          isEmpty={list.notifications.length === 0}
          skeleton={<ListSkeleton />}
          error="Your notifications could not be loaded"
          nextError="More notifications could not be loaded."
          empty={
            <EmptyList
              fallback={<ListSkeleton />}
              onShowAll={onlyUnread && hasNotifications ? () => show(false) : undefined}
              renderLoadError={renderListError}
            />
          }
          end={{ minH: list.query.hasNextPage ? '52px' : undefined }}
        >
          <NotificationList notifications={list.notifications} />
        </InfiniteList>
      </div>
    </Page>
  );
}
