/** @jest-environment node */
import { pageFile, storeLayout } from './store-layout.ts';

describe('the release store', () => {
  it('keeps each version in a folder of its own', () => {
    expect(storeLayout.release('shell', '1.0.0-aa')).toBe('shell/1.0.0-aa');
    expect(storeLayout.release('toolbox', '1.0.0-bb')).toBe('remotes/toolbox/1.0.0-bb');
  });

  it('keeps what a channel was and is', () => {
    expect(storeLayout.current('production')).toBe('channels/production/current.json');
    expect(storeLayout.revision('production', 3)).toBe('channels/production/revisions/3.json');
    expect(storeLayout.page('production', 3, 'home.html')).toBe('channels/production/pages/3/home.html');
  });
});

describe('the page of a pattern', () => {
  it.each([
    ['/', 'index.html'],
    ['/home', 'home.html'],
    ['/problems/:id', 'problems-id.html'],
    ['/finishSignUp', 'finishSignUp.html'],
    ['/toolbox/upload', 'toolbox-upload.html'],
  ])('%s is %s', (pattern, file) => {
    expect(pageFile(pattern)).toBe(file);
  });
});
