/** Modules that exist once in the page. Facades replace libraries whose whole namespace would be bundled (decision 0001). */
export const SINGLETONS = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  '@solvent/ui',
  '@solvent/ui/overlays',
  '@solvent/ui/forms',
  '@solvent/ui/markdown',
  '@solvent/router',
  '@solvent/store',
  '@solvent/http',
  '@solvent/socket',
  '@solvent/push',
  '@solvent/contracts/rules',
];

/** Bundled in a remote, each of these is a second copy. */
const BEHIND_FACADES = {
  react: 'react',
  'react-dom': 'react-dom',
  '@chakra-ui/react': '@solvent/ui',
  '@ark-ui/react': '@solvent/ui',
  '@emotion/react': '@solvent/ui',
  'react-toastify': '@solvent/ui',
  formik: '@solvent/ui/forms',
  'markdown-it': '@solvent/ui/markdown',
  'markdown-it-footnote': '@solvent/ui/markdown',
  yup: '@solvent/contracts/rules',
  'react-router-dom': '@solvent/router',
  'react-router': '@solvent/router',
  zustand: '@solvent/store',
  axios: '@solvent/http',
  '@tanstack/react-query': '@solvent/http',
  'socket.io-client': '@solvent/socket',
  '@solvent/ui': '@solvent/ui',
  '@solvent/router': '@solvent/router',
  '@solvent/store': '@solvent/store',
  '@solvent/http': '@solvent/http',
  '@solvent/socket': '@solvent/socket',
  '@solvent/push': '@solvent/push',
};

/**
 * Returns the singleton that a bundled module duplicates.
 *
 * @param {string} resource absolute path of a module @returns {{ library: string, facade: string } | undefined}
 */
export function duplicatedSingleton(resource) {
  const library = getLibraryName(resource);
  const facade = library && BEHIND_FACADES[library];
  return facade ? { library, facade } : undefined;
}

function getLibraryName(resource) {
  const installed = resource.split('/node_modules/').at(-1);
  if (installed !== undefined && installed !== resource) {
    const [first, second] = installed.split('/');
    return first?.startsWith('@') ? `${first}/${second}` : first;
  }
  const workspace = /\/shared\/(ui|router|store|http|socket|push)\/src\//.exec(resource);
  return workspace ? `@solvent/${workspace[1]}` : undefined;
}
