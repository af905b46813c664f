import type { RuntimeConfig } from '@solvent/contracts';

/** The settings that a page of the site holds; none where it is no page of the site. */
export const parsePageConfig = (html: string): Partial<RuntimeConfig> =>
  JSON.parse(/id="solvent-config">(.*?)<\/script>/.exec(html)?.[1] ?? '{}');
