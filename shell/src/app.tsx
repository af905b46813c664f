import { queryClient, QueryClientProvider } from '@solvent/http';
import { RouterProvider } from '@solvent/router';
import { onSessionRevoked, useTheme } from '@solvent/store';
import { toast, Toaster, UiProvider } from '@solvent/ui';
import { useEffect } from 'react';
import type { ComponentProps } from 'react';
import { RemotesContext } from './remotes/remotes-context.ts';
import type { Remotes } from './remotes/remotes-context.ts';

interface AppProps {
  remotes: Remotes;
  router: ComponentProps<typeof RouterProvider>['router'];
}

/** A page that falls back to "Sign In" by itself says why. */
const tellSessionRevoked = () => toast.info('You were signed out on this device');

/** What stands around every page: styles, query cache, remotes, router, toasts. */
export function App({ remotes, router }: AppProps) {
  const theme = useTheme();
  useEffect(() => onSessionRevoked(tellSessionRevoked), []);
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
