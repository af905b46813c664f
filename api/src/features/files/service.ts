/** The files API of other features. */
export { deleteUnusedAvatars, hidePictures, ownsAvatar, deletePicturesOfDeletedAccounts } from './avatars.ts';
export { deleteBytes, deleteFileRows } from './delete-bytes.ts';
export { drainRequest, receiveForm } from './forms.ts';
export type { FileField, FormRules, ReceivedFile, ReceivedForm } from './forms.ts';
export { markForRemoval, deleteAbandonedUploads } from './incoming/upload-batch.ts';
export type { UploadLocation } from './incoming/upload-batch.ts';
export type { Sender } from './incoming/quota-reservation.ts';
export { cleanName, acceptArchive, acceptAttachment, acceptPicture, acceptVideo, NOT_ATTACHABLE } from './kinds.ts';
export { createFileLinks, fileFields, fileUrl } from './links.ts';
export type { FileLinks } from './links.ts';
export { sendStored } from './send-stored.ts';
