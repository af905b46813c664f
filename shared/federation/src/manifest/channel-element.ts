/** Id of the script element of the channel document; a separate file because pages do not load yup. */
export const CHANNEL_ELEMENT_ID = 'solvent-channel';
