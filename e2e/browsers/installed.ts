import { existsSync } from 'node:fs';

const find = (...paths: string[]) => paths.find((path) => existsSync(path));

const firefox = find('/usr/bin/firefox-esr', '/usr/bin/firefox');
const driver = find('/usr/bin/WebKitWebDriver');
const browser = find(...['4.1', '6.0'].map((version) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`));
const display = find('/usr/bin/Xvfb');

/** Programs of the engines that this machine has. */
export const INSTALLED = {
  firefox: firefox && { firefox },
  webkit: driver && browser && display && { driver, browser },
};

export type EngineName = keyof typeof INSTALLED;

/** Debian's packages of an engine. */
export const PACKAGES: Record<EngineName, string> = { firefox: 'firefox-esr', webkit: 'webkit2gtk-driver xvfb' };
