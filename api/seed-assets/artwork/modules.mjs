export const MODULES = {};
