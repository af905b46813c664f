import { preloadNotifications } from '../../notification/notifications-query.ts';
import { Button, LinkButton, Notice, Page, PageHeading, toast } from '@solvent/ui';
import { BellOff, CloudAlert } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { useNotifications } from '../../notification/use-notifications.ts';
import { ListActions } from './list-actions.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { NextPage } from './next-page.tsx';
import { NotificationList } from './notification-list.tsx';

type List = ReturnType<typeof useNotifications>;

/** Each failure is an error of its own: the next one is told again. */
function useFailureToast(error: List['query']['error']): void {
  useEffect(() => {
    if (error) toast.error('Failed to load notifications');
  }, [error]);
}

function NoNotifications() {
  return (
    <Notice
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

function NotLoaded({ query }: Pick<List, 'query'>) {
  return (
    <Notice
      icon={CloudAlert}
      tone="error"
      title="Your notifications could not be loaded"
      text="Check your connection and try again."
      action={
        <Button variant="outline" colorPalette="gray" onClick={() => query.refetch()}>
          Try again
        </Button>
      }
    />
  );
}

function Body({ query, notifications }: List) {
  if (query.isPending) return <ListSkeleton />;
  if (!query.data) return <NotLoaded query={query} />;
  if (notifications.length === 0) return <NoNotifications />;
  return (
    <>
      <NotificationList notifications={notifications} />
      {query.hasNextPage ? (
        <NextPage loading={query.isFetching} failed={query.isFetchNextPageError} onLoad={() => void query.fetchNextPage()} />
      ) : null}
    </>
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
        <Body {...list} />
      </div>
    </Page>
  );
}
