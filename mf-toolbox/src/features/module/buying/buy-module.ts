import type { Module, Purchase, PurchaseAnswer, PurchaseBody, PurchaseLicense } from '@solvent/contracts';
import { EXTENDED_LICENSE_FACTOR } from '@solvent/contracts';
import { http } from '@solvent/http';
import { modulePath } from '../../../module/module-query.ts';

/** Cents of a licence. */
export const licensePrice = ({ priceCents }: Pick<Module, 'priceCents'>, license: PurchaseLicense): number =>
  license === 'extended' ? priceCents * EXTENDED_LICENSE_FACTOR : priceCents;

/** `POST /modules/{id}/purchase` for the price that is shown: sent again, it buys nothing more. */
export async function buyModule(module: Pick<Module, 'id' | 'priceCents'>, license: PurchaseLicense): Promise<Purchase> {
  const body: PurchaseBody = { license, priceCents: licensePrice(module, license) };
  const { data } = await http.post<Partial<PurchaseAnswer>>(modulePath(module.id, '/purchase'), body);
  if (!data.purchase) throw new Error('Invalid format: the answer has no purchase.');
  return data.purchase;
}
