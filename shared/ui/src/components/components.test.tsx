import { createMemoryRouter, RouterProvider, useLocation } from '@solvent/router';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { jest } from '@jest/globals';
import { Compass } from 'lucide-react';
import type { ReactElement } from 'react';
import { UiProvider } from '../ui-provider.tsx';
import { LinkButton, TextLink } from './link-button.tsx';
import { EmptyState } from './empty-state.tsx';
import { InlineSpinner, PageSpinner } from './page-spinner.tsx';
import { Page, PageHeading } from './page.tsx';
import { PersonAvatar } from './person-avatar.tsx';
import { useDelayed } from './use-delayed.ts';
import { setPageTitle, setTitleCount, usePageTitle } from './use-page-title.ts';

function renderUi(element: ReactElement) {
  const router = createMemoryRouter([{ path: '*', element }]);
  return render(
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>,
  );
}

describe('a page', () => {
  it('has one h1, which can take the focus after a change of route', () => {
    renderUi(
      <Page>
        <PageHeading text="All of them" actions={<button type="button">Clear all</button>}>
          Notifications
        </PageHeading>
      </Page>,
    );
    const heading = screen.getByRole('heading', { level: 1, name: 'Notifications' });
    act(() => heading.focus());
    expect(heading).toHaveFocus();
    expect(screen.getByText('All of them')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Clear all' })).toBeInTheDocument();
  });

  it('sets its title when it knows it, as "Title · Solvent", and again after a step within the page', async () => {
    function Module() {
      const { search } = useLocation();
      usePageTitle(search === '' ? undefined : 'Chart Dashboard');
      return null;
    }
    const router = createMemoryRouter([{ path: '*', element: <Module /> }]);
    document.title = 'Toolbox · Solvent';
    render(<RouterProvider router={router} />);
    expect(document.title).toBe('Toolbox · Solvent');
    await act(() => router.navigate('?tab=docs'));
    expect(document.title).toBe('Chart Dashboard · Solvent');
    document.title = 'Toolbox · Solvent';
    await act(() => router.navigate('?tab=install'));
    expect(document.title).toBe('Chart Dashboard · Solvent');
  });
});

describe('the number of unread notifications', () => {
  it('stands before whatever the page is called, and not at 0', () => {
    setPageTitle('Problems');
    setTitleCount(3);
    expect(document.title).toBe('(3) Problems · Solvent');
    setPageTitle('Profile');
    expect(document.title).toBe('(3) Profile · Solvent');
    setTitleCount(12);
    expect(document.title).toBe('(12) Profile · Solvent');
    setTitleCount(0);
    expect(document.title).toBe('Profile · Solvent');
  });
});

describe('an empty state', () => {
  it('has a title, one sentence and one action', () => {
    renderUi(
      <EmptyState icon={Compass} title="No notifications" text="Nothing yet." action={<button type="button">Reset</button>} />,
    );
    expect(screen.getByText('No notifications').tagName).toBe('P');
    expect(screen.getByText('Nothing yet.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Reset' })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('of an error is said at once', () => {
    renderUi(<EmptyState icon={Compass} tone="error" title="Failed to load problems." />);
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to load problems.');
  });

  it('that is the whole page has its h1', () => {
    renderUi(<EmptyState icon={Compass} as="h1" title="Page not found" />);
    const heading = screen.getByRole('heading', { level: 1, name: 'Page not found' });
    act(() => heading.focus());
    expect(heading).toHaveFocus();
  });
});

describe('what loads', () => {
  it('says so, whatever its size', () => {
    renderUi(
      <>
        <PageSpinner />
        <InlineSpinner size="sm" />
      </>,
    );
    expect(screen.getAllByRole('status', { name: 'Loading' })).toHaveLength(2);
  });

  it('says nothing before 120 ms have passed: a blink is worse than none', () => {
    jest.useFakeTimers();
    function Sample({ active }: { active: boolean }) {
      return useDelayed(active) ? 'Loading' : 'Quiet';
    }
    const { rerender, container } = render(<Sample active />);
    act(() => jest.advanceTimersByTime(119));
    expect(container).toHaveTextContent('Quiet');
    act(() => jest.advanceTimersByTime(1));
    expect(container).toHaveTextContent('Loading');
    rerender(<Sample active={false} />);
    expect(container).toHaveTextContent('Quiet');
    rerender(<Sample active />);
    expect(container).toHaveTextContent('Quiet');
    jest.useRealTimers();
  });
});

describe('a person', () => {
  const avatarOf = (name: string, image: string | null) => {
    const { container } = renderUi(<PersonAvatar person={{ name, image }} diameter={40} />);
    const avatar = container.querySelector<HTMLElement>('span[aria-hidden]');
    if (!avatar) throw new Error('There is no avatar.');
    return { avatar, picture: () => avatar.querySelector('img') };
  };

  it('is a picture, as large as asked for, with no name of its own', () => {
    const { avatar, picture } = avatarOf('Ada Park', '/pictures/ada.webp');
    expect(picture()).toHaveAttribute('src', '/pictures/ada.webp');
    expect(picture()).toHaveAttribute('alt', '');
    expect(avatar).toHaveStyle({ width: '40px', height: '40px' });
  });

  it.each([
    ['Ada Park', 'A'],
    [' mira', 'M'],
    ['émile', 'É'],
    ['😀 Smiley', '😀'],
    ['', '?'],
  ])('without a picture "%s" is the initial %s (product 2.18)', (name, initial) => {
    const { avatar, picture } = avatarOf(name, null);
    expect(avatar).toHaveTextContent(initial);
    expect(picture()).toBeNull();
  });

  it('is the initial when the picture does not load', () => {
    const { avatar, picture } = avatarOf('Ada Park', '/gone.webp');
    const image = picture();
    if (image) fireEvent.error(image);
    expect(avatar).toHaveTextContent('A');
    expect(picture()).toBeNull();
  });
});

describe('links', () => {
  it('that look like buttons are links still', () => {
    renderUi(<LinkButton to="/problems?page=2">Browse Problems</LinkButton>);
    const link = screen.getByRole('link', { name: 'Browse Problems' });
    expect(link).toHaveAttribute('href', '/problems?page=2');
    expect(link).not.toHaveAttribute('type');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('stand in running text', () => {
    renderUi(<TextLink to="/terms">Terms of Service</TextLink>);
    expect(screen.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms');
  });
});
