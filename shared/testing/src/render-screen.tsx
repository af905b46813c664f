import { createQueryClient, QueryClientProvider } from '@solvent/http';
import { createMemoryRouter, RouterProvider, useLocation } from '@solvent/router';
import { ConfirmHost, Toaster, UiProvider } from '@solvent/ui';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';

/** Where a person would see the address: tests read it as the text of the element named "Address". */
function Address() {
  const { pathname, search, state } = useLocation();
  return (
    <>
      <output aria-label="Address">{pathname + search}</output>
      <output aria-label="Route state">{JSON.stringify(state)}</output>
    </>
  );
}

/**
 * A user of Testing Library who types without a pause between the keys, so that a form is not drawn twice for each; clicks and
 * single keys keep theirs.
 */
export function setUpUser() {
  const user = userEvent.setup();
  return { ...user, type: user.setup({ delay: null }).type };
}

interface ScreenOptions {
  /** The address that the screen stands at: path and query. */
  at?: string;
  /** The route's pattern, for screens that read params. */
  path?: string;
}

/**
 * Renders a screen as the shell would: router, query cache, styles and toasts around it. Any other
 * path shows the address alone.
 *
 * @returns Testing Library's result, a user, the router and a fresh query client
 */
export function renderScreen(screen: ReactElement, { at = '/', path = at.split('?')[0] ?? '/' }: ScreenOptions = {}) {
  const queryClient = createQueryClient();
  const withAddress = (
    <>
      {screen}
      <ConfirmHost />
      <Address />
    </>
  );
  const routes = [
    { path, element: withAddress },
    { path: '*', element: <Address /> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  const view = render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toaster theme="light" />
      </QueryClientProvider>
    </UiProvider>,
  );
  return { ...view, user: setUpUser(), router, queryClient };
}
