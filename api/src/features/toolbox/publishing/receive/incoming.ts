import { MODULE } from '@solvent/contracts';
import type { Incoming } from '../../../files/incoming/kept-files.ts';

/** Where the files of modules lie before their module is stored, and after. */
export const INCOMING_MODULES: Incoming = {
  folder: 'modules',
  marks: 'incoming-modules',
  filesMax: 1 + MODULE.imagesMax + MODULE.videosMax,
};
