import type { ChangeModuleBody, Module } from '@solvent/contracts';
import { MODULE_TECHNOLOGIES } from '@solvent/contracts';
import { EMPTY_UPLOAD } from '../upload-values.ts';
import type { UploadValues } from '../upload-values.ts';

const KNOWN = new Set<string>(MODULE_TECHNOLOGIES);

/** Dollars as somebody would type them: "19", "19.50"; nothing for a free one. */
function amountOf(cents: number): string {
  if (cents === 0) return '';
  return (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);
}

/** What the form starts with. Its files stay as they are, and the terms were agreed to when it was uploaded. */
export const valuesOf = (module: Module): UploadValues => ({
  ...EMPTY_UPLOAD,
  title: module.title,
  description: module.description,
  techStack: module.tags.filter((tag) => KNOWN.has(tag)),
  price: module.priceCents > 0 ? 'paid' : 'free',
  priceAmount: amountOf(module.priceCents),
  license: module.license,
  documentation: module.documentation,
  repositoryUrl: module.repositoryUrl ?? '',
});

/** The body of `PUT /modules/{id}`, of values that the rules let through. What the form does not ask for stays. */
export const bodyOf = (values: UploadValues, { license, demoUrl, sandboxUrl }: Module): ChangeModuleBody => ({
  title: values.title.trim(),
  description: values.description.trim(),
  techStack: values.techStack,
  price: values.price,
  ...(values.price === 'paid' ? { priceAmount: values.priceAmount.trim() } : {}),
  license: values.license || license,
  documentation: values.documentation.trim(),
  repositoryUrl: values.repositoryUrl.trim(),
  demoUrl: demoUrl ?? '',
  sandboxUrl: sandboxUrl ?? '',
});
