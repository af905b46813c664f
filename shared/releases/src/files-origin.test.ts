import type { RenderedPage } from '@solvent/federation/rendering';
import { setStylesFileOrigin, setFileOrigin } from './files-origin.ts';

const PLACE = 'https://files.example/solvent';

it('replaces the origin of scripts and hints only', () => {
  const page = (place: string) => `<link rel="icon" href="/favicon.svg">
<link rel="preload" as="script" crossorigin href="${place}/remotes/toolbox/files/remoteEntry.0a1b2c3d4e.js" integrity="sha256-x">
<link rel="preload" as="script" crossorigin href="/remotes/toolbox/1.0.0/catalogue.0a1b2c3d.js">
<script type="application/json">{"entry":"/remotes/toolbox/files/remoteEntry.0a1b2c3d4e.js","text":"a \\"src=\\"/shell/files/"}</script>
<a href="/terms">Terms</a>
<script defer crossorigin src="${place}/shell/files/main.0a1b2c3d4e.js"></script>`;
  expect(setFileOrigin(page(''), PLACE)).toBe(page(PLACE));
});

it('replaces the origin of fonts in rendered styles, but not in user content', () => {
  const html = '<p>url(/shell/files/x) src=&quot;/shell/files/x&quot;</p>';
  const styles = (place: string) =>
    `@font-face{src:url(${place}/shell/files/inter.0a1b2c3d4e.woff2) format("woff2")}a{b:url("/c.png")}`;
  const page: RenderedPage = { status: 200, head: '', body: { html, styles: styles(''), queries: [] } };
  expect(setStylesFileOrigin(page, PLACE)).toEqual({ ...page, body: { html, styles: styles(PLACE), queries: [] } });
  expect(setStylesFileOrigin({ status: 404, head: '' }, PLACE)).toEqual({ status: 404, head: '' });
});
