import { remoteConfig } from '@solvent/federation/rspack';

export default remoteConfig({ folder: import.meta.dirname, port: 3004 });
