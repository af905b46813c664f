import type { ObjectSchema } from '@solvent/contracts/schemas';

export const responseSchema = <Contract>(schema: ObjectSchema<Contract>): ObjectSchema<Contract> => schema;
