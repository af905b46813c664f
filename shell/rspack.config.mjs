import { shellConfig } from '@solvent/federation/rspack';

export default shellConfig({ folder: import.meta.dirname, port: 3010 });
