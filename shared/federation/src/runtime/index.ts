export { attachBuild } from './attach-build.ts';
export type { Host } from './attach-build.ts';
export type { BundlerRequire, FederationScript } from './federation-script.ts';
export { getFileUrl, getUrlOnPageOrigin, setFilesLocation } from './files-location.ts';
export { installChunkLoaders, SCRIPT_TIMEOUT, createScriptLoader } from './script-loader.ts';
