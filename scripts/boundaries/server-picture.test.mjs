/** @jest-environment node */
import { comparePicture } from './server-picture.mjs';

const page = (...arrows) => `# Page\n\n\`\`\`mermaid\nflowchart BT\n${arrows.map((arrow) => `  ${arrow}\n`).join('')}\`\`\`\n`;
const imports = (source, ...targets) => ({ source, dependencies: targets.map((resolved) => ({ resolved })) });

const MODULES = [
  imports('api/src/features/files/routes.ts', 'api/src/features/accounts/index.ts', 'api/src/features/files/links.ts'),
  imports('api/src/features/files/upload.test.ts', 'api/src/features/toolbox/index.ts'),
  imports('api/src/app.ts', 'api/src/features/files/index.ts'),
];

describe('comparePicture', () => {
  it('accepts a picture with exactly the imports between features', () => {
    expect(comparePicture(page('files --> accounts'), MODULES)).toEqual([]);
  });

  it.each([
    ['a missing arrow', page(), ['add "files --> accounts"']],
    ['an arrow without an import', page('files --> accounts', 'accounts --> files'), ['remove "accounts --> files"']],
    ['a page without a picture', '# Page\n', ['add "files --> accounts"']],
  ])('reports %s', (_what, text, expected) => {
    expect(comparePicture(text, MODULES)).toEqual(expected);
  });
});
