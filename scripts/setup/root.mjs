export * from '../../shared/setup/root.mjs';
