// A test that says "@jest-environment node" has no document, and loads none of this.
if ('document' in globalThis) {
  // Its own entry has no types that a dynamic import could read.
  const { default: _, ...matchers } = await import('@testing-library/jest-dom/matchers');
  expect.extend(matchers);
  const { CONFIG_ELEMENT_ID } = await import('@solvent/contracts');
  const { configure } = await import('@testing-library/react');
  const { installMissingBrowserParts, leaveOutOwnerStacks } = await import('./browser-parts.ts');

  installMissingBrowserParts();
  leaveOutOwnerStacks();

  // A busy machine is slow, not wrong: this only bounds how long a failing test waits.
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

export {};
