import { createMemoryRouter, RouterProvider } from '@solvent/router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PropsWithChildren, ReactElement } from 'react';
import { createStylesCache } from '../page-styles.ts';
import { UiProvider } from '../ui-provider.tsx';

/** Its style elements are outside the document, where jsdom does not parse them. */
const cache = createStylesCache({ container: document.createElement('div') });

const UiWrapper = ({ children }: PropsWithChildren) => <UiProvider cache={cache}>{children}</UiProvider>;

/** A user whose `type` pastes texts without special keys, which renders fields once per text; `typeKeys` types keys. */
function setUpUser() {
  const user = userEvent.setup();
  const typeKeys = user.type;
  const type = async (element: Element, text: string): Promise<void> => {
    if (/[{[]/.test(text)) return typeKeys(element, text);
    await user.click(element);
    await user.paste(text);
  };
  return { ...user, type, typeKeys };
}

export const renderUi = (element: ReactElement) => ({ ...render(element, { wrapper: UiWrapper }), user: setUpUser() });

export function renderRoute(element: ReactElement) {
  const router = createMemoryRouter([{ path: '*', element }]);
  return { ...renderUi(<RouterProvider router={router} />), router };
}
