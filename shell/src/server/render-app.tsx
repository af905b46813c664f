import { PAGE_PLACEHOLDERS } from '@solvent/federation/manifest';
import { createPageStyles } from '@solvent/ui/server';
import { StrictMode } from 'react';
import { renderToReadableStream } from 'react-dom/server.edge';
import { App } from '../app.tsx';
import { Frame } from '../frame/frame.tsx';
import type { Remotes } from '../remotes/remotes-context.ts';
import { createServerRouter, waitUntilInitialized } from '../routing/router.tsx';

/** Renders an address to HTML and styles. @throws the first error of a component, or of loading the page's code */
export async function renderApp(remotes: Remotes, url: string): Promise<{ html: string; styles: string }> {
  const router = createServerRouter(remotes, <Frame />, url);
  await waitUntilInitialized(router);
  const [failure] = Object.values(router.state.errors ?? {});
  if (failure !== undefined) throw failure;
  const styles = createPageStyles();
  const errors: unknown[] = [];
  const stream = await renderToReadableStream(
    <StrictMode>
      <App remotes={remotes} router={router} styleCache={styles.cache} />
    </StrictMode>,
    {
      onError: (error) => void errors.push(error),
      // Prevents React from streaming late boundaries by inline scripts.
      progressiveChunkSize: Infinity,
    },
  );
  await stream.allReady;
  const html = await new Response(stream).text();
  router.dispose();
  if (errors.length > 0) throw errors[0];
  return { html, styles: styles.toHtml(PAGE_PLACEHOLDERS.nonce) };
}
