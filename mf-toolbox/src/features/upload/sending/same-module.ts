import type { Module } from '@solvent/contracts';
import { priceCentsOf } from '@solvent/contracts/rules';
import type { UploadValues } from '../upload-values.ts';

const list = (names: readonly string[]): string => names.toSorted().join();

/** Whether a module is what stands in the form: the server answers a key that it knows with what that made before. */
export function isSameModule(module: Module, values: UploadValues): boolean {
  return (
    module.title === values.title.trim() &&
    module.description === values.description.trim() &&
    module.documentation === values.documentation.trim() &&
    list(module.tags) === list(values.techStack) &&
    module.license === values.license &&
    module.priceCents === (values.price === 'free' ? 0 : priceCentsOf(values.priceAmount)) &&
    (module.repositoryUrl ?? '') === values.repositoryUrl.trim() &&
    module.sizeBytes === values.zipFile?.size
  );
}
