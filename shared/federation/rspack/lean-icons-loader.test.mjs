import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './base-config.mjs';
import leanIconsLoader from './lean-icons-loader.mjs';

const icons = join(createRequire(join(ROOT, 'shared/kit/package.json')).resolve('lucide-react'), '../../esm/icons');

it.each(['globe', 'badge-check'])('an icon keeps its name and its lines, and has no keys: %s', async (name) => {
  const code = readFileSync(join(icons, `${name}.mjs`), 'utf8');
  const lean = leanIconsLoader(code);
  expect(code).toContain('key: "');
  expect(lean).not.toContain('key: "');
  expect(lean).toContain(`name: "${name}"`);
  const lines = (text) => text.match(/\b(?:d|cx|cy|r): "[^"]*"/g);
  expect(lines(lean)).toEqual(lines(code));
  expect(lean).toContain('createLucideIcon(__iconData)');
});
