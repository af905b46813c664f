import { jest } from '@jest/globals';
import { createMemoryRouter, RouterProvider, useLocation } from '@solvent/router';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Compass } from 'lucide-react';
import { TextAreaField, TextField } from '../forms.ts';
import { Badge, Heading, Input, Span, Text } from '../index.ts';
import { PlainText } from '../markdown.ts';
import { Reference } from '../reference.tsx';
import { renderRoute, renderUi } from '../testing/render-ui.tsx';
import { loadToasts } from '../toaster/load-toasts.ts';
import { EmptyState } from './empty-state.tsx';
import { LinkButton, TextLink } from './link-button.tsx';
import { InlineSpinner, PageSpinner } from './page-spinner.tsx';
import { Page, PageHeading } from './page.tsx';
import { PersonAvatar } from './person-avatar.tsx';
import { useDelayed } from './use-delayed.ts';
import { setPageTitle, setTitleCount, usePageTitle } from './use-page-title.ts';

describe('a page (product 10.17)', () => {
  it('has one h1, which can take the focus after a change of route', () => {
    renderRoute(
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

  it('sets its title as "Title · Solvent" once it is known, and again after a navigation within the page', async () => {
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

it('the number of unread notifications (product 2.27) precedes the title of any page, and is absent at 0', () => {
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

describe('an empty state (product 10.10)', () => {
  it('has a title, one sentence and one action; an error is an alert, and a whole page has an h1', () => {
    renderUi(
      <EmptyState icon={Compass} title="No notifications" text="Nothing yet." action={<button type="button">Reset</button>} />,
    );
    expect(screen.getByText('No notifications').tagName).toBe('P');
    expect(screen.getByText('Nothing yet.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Reset' })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
    renderUi(<EmptyState icon={Compass} tone="error" title="Failed to load problems." />);
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to load problems.');
    renderUi(<EmptyState icon={Compass} as="h1" title="Page not found" />);
    const heading = screen.getByRole('heading', { level: 1, name: 'Page not found' });
    act(() => heading.focus());
    expect(heading).toHaveFocus();
  });
});

describe('loading (product 10.9, 10.21)', () => {
  it('is a status with a name, at either size', () => {
    renderUi(
      <>
        <PageSpinner />
        <InlineSpinner size="sm" />
      </>,
    );
    expect(screen.getAllByRole('status', { name: 'Loading' })).toHaveLength(2);
  });

  it('is shown after 120 ms', () => {
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

describe('an avatar (product 2.18)', () => {
  const renderAvatar = (name: string, image: string | null) => {
    const { container } = renderUi(<PersonAvatar person={{ name, image }} diameter={40} />);
    return { container, picture: () => container.querySelector('img') };
  };

  it('is a picture without a name, and the initial where it does not load', () => {
    const { container, picture } = renderAvatar('Ada Park', '/pictures/ada.webp');
    expect(picture()).toHaveAttribute('src', '/pictures/ada.webp');
    expect(picture()).toHaveAttribute('alt', '');
    const image = picture();
    if (image) fireEvent.error(image);
    expect(container).toHaveTextContent(/^A$/);
    expect(picture()).toBeNull();
  });

  it('is the initial without a picture', () => {
    const initials = ['Ada Park', ' mira', 'émile', '😀 Smiley', ''].map(
      (name) => renderAvatar(name, null).container.textContent,
    );
    expect(initials).toEqual(['A', 'M', 'É', '😀', '?']);
  });
});

it('links that look like buttons, and links in text, are links', () => {
  renderRoute(
    <>
      <LinkButton to="/problems?page=2">Browse Problems</LinkButton>
      <TextLink to="/terms">Terms of Service</TextLink>
    </>,
  );
  const link = screen.getByRole('link', { name: 'Browse Problems' });
  expect(link).toHaveAttribute('href', '/problems?page=2');
  expect(link).not.toHaveAttribute('type');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms');
});

it('texts and fields have the direction of their first letter (product 10.27)', () => {
  const hebrew = 'שלום עולם';
  renderUi(
    <>
      <Text>{hebrew}</Text>
      <Heading>{hebrew}</Heading>
      <PageHeading>{hebrew}</PageHeading>
      <Badge>{hebrew}</Badge>
      <Span>{hebrew}</Span>
      <PlainText>{hebrew}</PlainText>
      <Input aria-label="Search" />
      <TextField label="Name" />
      <TextAreaField label="Bio" />
    </>,
  );
  const texts = screen.getAllByText(hebrew);
  expect(texts).toHaveLength(6);
  for (const element of [...texts, ...screen.getAllByRole('textbox')]) expect(element).toHaveAttribute('dir', 'auto');
});

describe('a reference (product 8.23, 8.24)', () => {
  beforeAll(async () => void (await loadToasts()));

  it('is copied by keyboard, and selected where the browser refuses to copy', async () => {
    const { user } = renderUi(<Reference of="7F3KQ2" />);
    await user.tab();
    expect(screen.getByRole('button', { name: 'Copy reference' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('button', { name: 'Reference copied' })).toHaveFocus();
    expect(await navigator.clipboard.readText()).toBe('7F3KQ2');
    cleanup();

    const { user: other } = renderUi(<Reference of="7F3KQ2" />);
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await other.click(screen.getByRole('button', { name: 'Copy reference' }));
    expect(String(getSelection())).toBe('7F3KQ2');
    expect(screen.getByRole('button', { name: 'Copy reference' })).toBeInTheDocument();
  });

  it('is absent where there is nothing to quote', () => {
    expect(renderUi(<Reference of={undefined} />).container).toHaveTextContent('');
  });
});
