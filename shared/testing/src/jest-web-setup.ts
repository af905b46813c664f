import '@testing-library/jest-dom';
import { CONFIG_ELEMENT_ID } from '@solvent/contracts';
import { configure } from '@testing-library/react';
import { installMissingBrowserParts } from './browser-parts.ts';

installMissingBrowserParts();

// A busy machine is slow, not wrong: this only bounds how long a failing test waits.
configure({ asyncUtilTimeout: 5000 });

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
