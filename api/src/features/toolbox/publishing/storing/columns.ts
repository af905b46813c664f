import type { moduleFieldsRules } from '@solvent/contracts/rules';
import { priceCentsOf } from '@solvent/contracts/rules';
import type { InferType } from 'yup';

/** An address that was left empty is none. */
const addressOf = (text: string | undefined) => text || null;

/** What an author says of a module, as it is stored. */
export function columnsOf(fields: InferType<typeof moduleFieldsRules>) {
  const { title, description, techStack, price, priceAmount = '', license, documentation } = fields;
  return {
    title,
    description,
    tags: techStack,
    priceCents: price === 'paid' ? priceCentsOf(priceAmount) : 0,
    license,
    documentation,
    repositoryUrl: addressOf(fields.repositoryUrl),
    demoUrl: addressOf(fields.demoUrl),
    sandboxUrl: addressOf(fields.sandboxUrl),
  };
}
