import '@testing-library/jest-dom';
import { CONFIG_ELEMENT_ID } from '@solvent/contracts';
import { installMissingBrowserParts } from './browser-parts.ts';

installMissingBrowserParts();

const config = document.createElement('script');
config.type = 'application/json';
config.id = CONFIG_ELEMENT_ID;
config.textContent = JSON.stringify({
  appKey: 'test-app',
  identity: { apiKey: 'test-key', authDomain: 'localhost', projectId: 'demo-solvent', emulatorUrl: 'http://localhost:9099' },
  localMail: true,
});
document.head.append(config);
