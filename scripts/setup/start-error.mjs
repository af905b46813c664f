export * from '../../shared/setup/start-error.mjs';
