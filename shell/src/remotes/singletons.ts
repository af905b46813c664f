import * as http from '@solvent/http';
import * as router from '@solvent/router';
import * as socket from '@solvent/socket';
import * as store from '@solvent/store';
import * as ui from '@solvent/ui';
import react from 'react';
import reactDom from 'react-dom';
import * as jsxRuntime from 'react/jsx-runtime';
import { evaluateSequentially } from '../tasks.ts';

/** Installed versions by name, injected by the build. */
declare const SOLVENT_SINGLETON_VERSIONS: Record<string, string>;

const EAGER_MODULES: Record<string, unknown> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  '@solvent/ui': ui,
  '@solvent/router': router,
  '@solvent/store': store,
  '@solvent/http': http,
  '@solvent/socket': socket,
};

/** Separate files, so that each is evaluated in a task of its own. */
const RULE_MODULES = [
  () => import(/* webpackChunkName: "forms" */ '@solvent/contracts/rules/texts'),
  () => import(/* webpackChunkName: "forms" */ '@solvent/contracts/rules/accounts'),
  () => import(/* webpackChunkName: "forms" */ '@solvent/contracts/rules/problems'),
  () => import(/* webpackChunkName: "forms" */ '@solvent/contracts/rules/modules'),
];

async function loadRules() {
  await evaluateSequentially(RULE_MODULES);
  return import(/* webpackChunkName: "forms" */ '@solvent/contracts/rules');
}

/** Loaded on first use; rspack/shared-chunks.mjs moves shared code into the chunk `machines`. */
const LAZY_MODULES: Record<string, () => Promise<unknown>> = {
  '@solvent/ui/overlays': () => import(/* webpackChunkName: "overlays" */ '@solvent/ui/overlays'),
  '@solvent/ui/forms': () => import(/* webpackChunkName: "forms" */ '@solvent/ui/forms'),
  '@solvent/contracts/rules': loadRules,
  '@solvent/ui/markdown': () => import(/* webpackChunkName: "rich-text" */ '@solvent/ui/markdown'),
  '@solvent/push': () => import(/* webpackChunkName: "push" */ '@solvent/push'),
};

const createShareConfig = (version: string) => ({ singleton: true, requiredVersion: `^${version}` });

/** The modules that the shell shares with remotes (decision 0001), in Module Federation's format. */
export const singletons = Object.fromEntries(
  Object.entries(SOLVENT_SINGLETON_VERSIONS).map(([name, version]) => {
    const load = LAZY_MODULES[name];
    const code = load
      ? {
          async get() {
            const module = await load();
            return () => module;
          },
        }
      : { lib: () => EAGER_MODULES[name] };
    return [name, { version, shareConfig: createShareConfig(version), ...code }];
  }),
);
