/** What other features use of files: rows and bytes of what people send, links to them, and how they are sent on. */
export { forgetUnusedAvatars, hidePictures, ownsAvatar, removeLeftPictures } from './avatars.ts';
export { KeptFiles, markForRemoval, startRemovingAbandoned } from './incoming/kept-files.ts';
export type { Incoming } from './incoming/kept-files.ts';
export { senderOf } from './incoming/upload-room.ts';
export type { Sender } from './incoming/upload-room.ts';
export { cleanName, documentKind, looksLikePicture, pictureKind } from './kinds.ts';
export { createFileLinks, fileUrl } from './links.ts';
export type { FileLinks } from './links.ts';
export type { Pictures } from './pictures/pictures.ts';
export { sendStored } from './send-stored.ts';
