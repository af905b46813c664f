import { CONFIG_ELEMENT_ID } from '@solvent/contracts';
import type { RuntimeConfig } from '@solvent/contracts';

let config: RuntimeConfig | undefined;

export function setRuntimeConfig(given: RuntimeConfig): void {
  config = given;
}

/** Returns the page's settings. @throws Error if it has none */
export function getRuntimeConfig(): RuntimeConfig {
  if (!config) {
    const text = document.getElementById(CONFIG_ELEMENT_ID)?.textContent;
    if (!text) throw new Error('The page has no runtime configuration.');
    config = JSON.parse(text) as RuntimeConfig;
  }
  return config;
}
