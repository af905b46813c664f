/** The id of the script element that holds the channel document. Apart from the schema: the page needs no yup. */
export const CHANNEL_ELEMENT_ID = 'solvent-channel';
