import * as http from '@solvent/http';
import * as router from '@solvent/router';
import * as socket from '@solvent/socket';
import * as store from '@solvent/store';
import * as ui from '@solvent/ui';
import react from 'react';
import reactDom from 'react-dom';
import * as jsxRuntime from 'react/jsx-runtime';
import { evaluateSequentially } from '../tasks.ts';

/** The installed version of each singleton, by name: the build writes it here. */
declare const SOLVENT_SINGLETON_VERSIONS: Record<string, string>;

/** The modules that every page has. */
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

/** The rules of everything that is sent, file by file: each is a task for a phone. */
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

/** Those that load when they are first taken; what two of them need is in `machines` (rspack/shared-chunks.mjs). */
const LAZY_MODULES: Record<string, () => Promise<unknown>> = {
  '@solvent/ui/overlays': () => import(/* webpackChunkName: "overlays" */ '@solvent/ui/overlays'),
  '@solvent/ui/forms': () => import(/* webpackChunkName: "forms" */ '@solvent/ui/forms'),
  '@solvent/contracts/rules': loadRules,
  '@solvent/ui/markdown': () => import(/* webpackChunkName: "rich-text" */ '@solvent/ui/markdown'),
  '@solvent/push': () => import(/* webpackChunkName: "push" */ '@solvent/push'),
};

const shareConfig = (version: string) => ({ singleton: true, requiredVersion: `^${version}` });

/** What exists once in the page, and the shell gives to remotes (docs/decisions/0001-share-facades.md): as Module Federation takes it. */
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
    return [name, { version, shareConfig: shareConfig(version), ...code }];
  }),
);
