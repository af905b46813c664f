import { queryClient, QueryClientProvider } from '@solvent/http';
import { RouterProvider } from '@solvent/router';
import { useTheme } from '@solvent/store';
import { Toaster, UiProvider } from '@solvent/ui';
import type { ComponentProps } from 'react';
import { RemotesContext } from './remotes/remotes-context.ts';
import type { Remotes } from './remotes/remotes-context.ts';

interface AppProps {
  remotes: Remotes;
  router: ComponentProps<typeof RouterProvider>['router'];
}

/** What stands around every page: styles, query cache, remotes, router, toasts. */
export function App({ remotes, router }: AppProps) {
  const theme = useTheme();
  return (
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <RemotesContext value={remotes}>
          <RouterProvider router={router} />
        </RemotesContext>
      </QueryClientProvider>
      <Toaster theme={theme} />
    </UiProvider>
  );
}
