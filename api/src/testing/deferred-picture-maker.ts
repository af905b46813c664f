import { makePicture } from '../features/files/pictures/make-picture.ts';
import type { PictureJob } from '../features/files/pictures/make-picture.ts';
import type { PictureMaker } from '../features/files/pictures/pictures.ts';

/** Re-encodes pictures only after {@link DeferredPictureMaker.release}. */
export class DeferredPictureMaker implements PictureMaker {
  started: PictureJob[] = [];
  #release = (): void => {};
  readonly #released = new Promise<void>((resolve) => {
    this.#release = resolve;
  });

  async run(job: PictureJob) {
    this.started.push(job);
    if (job.target === 're-encoded') await this.#released;
    return makePicture(job);
  }

  release(): void {
    this.#release();
  }

  async close(): Promise<void> {}
}
