/** Replaces Lucide's own module in builds of remotes (see the rspack preset), so that a page has its code once. */
export { createLucideIcon as default } from '@solvent/ui';
