import { BYTES_PER_MB, MODULE, validateFiles } from '@solvent/contracts';

const ARCHIVE_RULES = {
  maxBytes: MODULE.zipMaxBytes,
  extensions: /\.zip$/i,
  texts: {
    type: () => 'Only .zip files are allowed',
    size: () => `File size must be less than ${MODULE.zipMaxBytes / BYTES_PER_MB}MB`,
    empty: () => 'This file is empty',
  },
};

/** Returns the error of an archive (product 5.11). */
export const validateArchive = (file: File): string | undefined => validateFiles([file], ARCHIVE_RULES).errors[0];
