import { NoSecondCopyPlugin } from './no-second-copy-plugin.mjs';
import { build, makeFixture } from './testing/fixture.mjs';

let fixture;
afterEach(() => fixture.remove());

async function buildRemote(source, packages = {}) {
  fixture = makeFixture({
    'mf-toolbox/src/remote.js': source,
    ...Object.fromEntries(Object.entries(packages).map(([path, text]) => [`node_modules/${path}/index.js`, text])),
    'shared/ui/src/index.js': 'export const Button = 1;',
    'shared/contracts/src/index.js': 'export const LIMIT = 1;',
  });
  return build({
    context: `${fixture.folder}/mf-toolbox`,
    mode: 'development',
    devtool: false,
    entry: './src/remote.js',
    output: { path: `${fixture.folder}/dist` },
    plugins: [new NoSecondCopyPlugin('toolbox')],
  });
}

describe('a remote that would ship a second copy of a singleton', () => {
  it('does not build; the message names the library, the owner and the fix', async () => {
    const { errors } = await buildRemote("import axios from 'axios'; axios();", { axios: 'export default () => 1;' });
    expect(errors).toEqual([
      expect.stringContaining(
        'src/remote.js imports axios, which the shell owns. Import it from "@solvent/http" only (and add what is missing there).',
      ),
    ]);
  });

  it('is reported once per library', async () => {
    const { errors } = await buildRemote("import 'zustand'; import '@chakra-ui/react';", {
      zustand: "import 'zustand/vanilla';",
      'zustand/vanilla': 'export const createStore = 1;',
      '@chakra-ui/react': 'export const Box = 1;',
    });
    expect(errors).toHaveLength(2);
    expect(errors.join()).toContain('imports zustand, which the shell owns');
    expect(errors.join()).toContain('imports @chakra-ui/react, which the shell owns');
  });

  it('is reported with the facade to use even if the library is not installed', async () => {
    const { errors } = await buildRemote("import '@chakra-ui/react';");
    expect(errors.join()).toContain(
      'src/remote.js imports @chakra-ui/react, which the shell owns. Import it from "@solvent/ui" only',
    );
  });

  it('is found if a library depends on it', async () => {
    const { errors } = await buildRemote("import 'a-form';", { 'a-form': "import 'formik';", formik: 'export const Form = 1;' });
    expect(errors).toEqual([expect.stringContaining('would ship a second copy of formik, which the shell owns')]);
  });

  it('is found if a facade itself is bundled', async () => {
    const { errors } = await buildRemote("import '../../shared/ui/src/index.js';");
    expect(errors).toEqual([expect.stringContaining('a second copy of @solvent/ui')]);
  });
});

it('a remote with libraries of its own and the plain contracts builds', async () => {
  const source = "import 'lucide-react'; import '../../shared/contracts/src/index.js';";
  const { errors, files } = await buildRemote(source, { 'lucide-react': 'export const Bell = 1;' });
  expect(errors).toEqual([]);
  expect(files).toEqual(['main.js']);
});
