/** What other features use of files: rows and bytes of what people send, links to them, and how they are sent on. */
export { forgetUnusedAvatars, hidePictures, ownsAvatar, removeLeftPictures } from './avatars.ts';
export { deleteBytes, deleteFileRows } from './delete-bytes.ts';
export { ignoreRest, receiveForm } from './forms.ts';
export type { FileField, FormRules, ReceivedFile, ReceivedForm } from './forms.ts';
export { markForRemoval, removeAbandoned } from './incoming/kept-files.ts';
export type { Incoming } from './incoming/kept-files.ts';
export type { Sender } from './incoming/upload-room.ts';
export { cleanName, keepArchive, keepAttached, keepPicture, keepVideo, NOT_ATTACHABLE } from './kinds.ts';
export { createFileLinks, fileFields, fileUrl } from './links.ts';
export type { FileLinks } from './links.ts';
export { sendStored } from './send-stored.ts';
