export { profilesFeature } from './routes.ts';
