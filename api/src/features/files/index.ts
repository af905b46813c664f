import { filesFeature, uploadsFeature } from './routes.ts';
import type { FeatureRoutes } from '../../platform/http/app.ts';
import type { Deps } from './deps.ts';

export { accountDeletion, deleteFileRows, deleteUnusedAvatars, exporter, ownsAvatar } from './deletion.ts';
export { drainRequest, receiveForm } from './forms.ts';
export type { FileField, FormRules, ReceivedFile, ReceivedForm, Sender } from './forms.ts';
export { deleteAbandonedUploads } from './incoming/upload-batch.ts';
export type { UploadLocation } from './incoming/upload-batch.ts';
export { acceptArchive, acceptAttachment, acceptPicture, acceptVideo, cleanName, NOT_ATTACHABLE } from './kinds.ts';
export { createFileLinks, fileUrl } from './links.ts';
export type { FileLinks } from './links.ts';
export { createPictures } from './pictures/pictures.ts';
export type { PictureMaker, Pictures } from './pictures/pictures.ts';
export { sendStored } from './send-stored.ts';
export type { AccessQuery, Deps as FilesDeps, FileReaders } from './deps.ts';

export const routes: FeatureRoutes<Deps> = { keyed: [uploadsFeature], open: [filesFeature] };
