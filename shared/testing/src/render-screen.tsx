import { createQueryClient, QueryClientProvider } from '@solvent/http';
import { createMemoryRouter, RouterProvider, useLocation } from '@solvent/router';
import { ConfirmHost, Toaster, UiProvider } from '@solvent/ui';
import { createStylesCache } from '@solvent/ui/server';
import { render } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { resolveStyleSheets } from './browser-apis.ts';

function Address() {
  const { pathname, search, state } = useLocation();
  return (
    <>
      <output aria-label="Address">{pathname + search}</output>
      <output aria-label="Route state">{JSON.stringify(state)}</output>
    </>
  );
}

/** Keys such as `{Enter}`. */
const SPECIAL_KEYS = /[{[]/;

/** Testing Library's user, whose `type` pastes texts without special keys, so that a form renders once per field. */
export function setUpUser() {
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  const typeKeys = user.setup({ delay: null }).type;
  const type = async (element: Element, text: string): Promise<void> => {
    if (SPECIAL_KEYS.test(text)) return typeKeys(element, text);
    await user.click(element);
    await user.paste(text);
  };
  return { ...user, type, typeKeys };
}

/** Its style elements are outside the document, where jsdom does not parse them. */
const detachedStyles = createStylesCache({ container: document.createElement('div') });

let areStylesReal = false;

/** Enables style sheets in this file's tests, at up to half of their time. */
export function useRealStyles(): void {
  beforeEach(() => {
    areStylesReal = true;
    resolveStyleSheets(true);
  });
  afterEach(() => {
    areStylesReal = false;
    resolveStyleSheets(false);
  });
}

interface ScreenOptions {
  at?: string;
  /** The route's pattern, for screens that read params. */
  path?: string;
}

/** Returns the Emotion cache of the current test: see {@link useRealStyles}. */
export const testStyles = () => (areStylesReal ? undefined : detachedStyles);

/** Renders a screen like the shell, with router, query cache, styles and toasts. */
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
    <UiProvider cache={testStyles()}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toaster theme="light" />
      </QueryClientProvider>
    </UiProvider>,
  );
  return { ...view, user: setUpUser(), router, queryClient };
}
