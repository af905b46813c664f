import { failOnConsoleOutput } from './console-output.ts';

failOnConsoleOutput();

if ('document' in globalThis) {
  // The package's main entry has no types for a dynamic import.
  const { default: _, ...matchers } = await import('@testing-library/jest-dom/matchers');
  expect.extend(matchers);
  const { CONFIG_ELEMENT_ID } = await import('@solvent/contracts');
  const { configure } = await import('@testing-library/react');
  const { installMissingBrowserApis, resolveStyleSheets } = await import('./browser-apis.ts');

  installMissingBrowserApis();
  resolveStyleSheets(false);

  // Affects only failing tests; generous for busy machines.
  configure({ asyncUtilTimeout: 20_000 });

  const config = document.createElement('script');
  config.type = 'application/json';
  config.id = CONFIG_ELEMENT_ID;
  config.textContent = JSON.stringify({
    appKey: 'test-app',
    identity: { apiKey: 'test-key', authDomain: 'localhost', projectId: 'demo-solvent', emulatorUrl: 'http://localhost:9099' },
    reportToken: 'of-this-page',
    localMail: true,
  });
  document.head.append(config);
}
