import { CONFIG_ELEMENT_ID } from '@solvent/contracts';
import type { RuntimeConfig } from '@solvent/contracts';

let config: RuntimeConfig | undefined;

/** On a server there is no page to read it from. */
export function setRuntimeConfig(given: RuntimeConfig): void {
  config = given;
}

/**
 * The deployment's settings, from the JSON that the server put into the page.
 *
 * @throws Error when the page has none
 */
export function getRuntimeConfig(): RuntimeConfig {
  if (!config) {
    const text = document.getElementById(CONFIG_ELEMENT_ID)?.textContent;
    if (!text) throw new Error('The page carries no runtime configuration.');
    config = JSON.parse(text) as RuntimeConfig;
  }
  return config;
}
