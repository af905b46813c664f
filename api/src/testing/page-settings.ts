import type { RuntimeConfig } from '@solvent/contracts';

/** Parses the settings in a page's HTML, or returns none for another page. */
export const parsePageConfig = (html: string): Partial<RuntimeConfig> =>
  JSON.parse(/id="solvent-config">(.*?)<\/script>/.exec(html)?.[1] ?? '{}');
