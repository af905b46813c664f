import { queryClient, QueryClientProvider } from '@solvent/http';
import { RouterProvider } from '@solvent/router';
import { onSessionRevoked, useTheme } from '@solvent/store';
import { toast, Toaster, UiProvider } from '@solvent/ui';
import { useEffect, useEffectEvent } from 'react';
import type { ComponentProps } from 'react';
import { RemotesContext } from './remotes/remotes-context.ts';
import type { Remotes } from './remotes/remotes-context.ts';

interface AppProps {
  remotes: Remotes;
  router: ComponentProps<typeof RouterProvider>['router'];
  styleCache?: ComponentProps<typeof UiProvider>['cache'];
  /** Called once, after the first commit. */
  onReady?: () => void;
}

const showSessionRevoked = () => toast.info('You were signed out on this device');

export function App({ remotes, router, styleCache, onReady }: AppProps) {
  const theme = useTheme();
  const notifyReady = useEffectEvent(() => onReady?.());
  useEffect(() => onSessionRevoked(showSessionRevoked), []);
  useEffect(() => notifyReady(), []);
  return (
    <UiProvider cache={styleCache}>
      <QueryClientProvider client={queryClient}>
        <RemotesContext value={remotes}>
          <RouterProvider router={router} />
        </RemotesContext>
      </QueryClientProvider>
      <Toaster theme={theme} />
    </UiProvider>
  );
}
