/** In place of lucide's own in the builds of remotes (see the rspack preset): what draws icons is in the page once, the shell's. */
export { createLucideIcon as default } from '@solvent/ui';
