import { PAGE_SIZES } from '@solvent/contracts';
import type { OwnedModulesResponse, Receipt, ReceiptResponse } from '@solvent/contracts';
import { http, queryClient, queryOptions } from '@solvent/http';
import { pagedQuery, requireField } from '@solvent/kit';
import { MODULES_KEY } from './modules.ts';

export const PURCHASED_KEY = [...MODULES_KEY, 'purchased'] as const;

const PATH = '/modules/purchased';

export const purchasedModulesOptions = pagedQuery({
  queryKey: [...PURCHASED_KEY, 'list'],
  path: PATH,
  limit: PAGE_SIZES.modules,
  read: (body: Partial<OwnedModulesResponse>) => ({ modules: requireField(body, 'modules'), totalPages: body.totalPages ?? 1 }),
});

async function fetchReceipt(purchaseId: string, signal: AbortSignal): Promise<Receipt> {
  const { data } = await http.get<Partial<ReceiptResponse>>(`${PATH}/${encodeURIComponent(purchaseId)}`, { signal });
  if (!data.receipt) throw new Error('Invalid format: the response has no receipt.');
  return data.receipt;
}

export const receiptOptions = (purchaseId: string) =>
  queryOptions({
    queryKey: [...PURCHASED_KEY, 'receipt', purchaseId],
    queryFn: ({ signal }) => fetchReceipt(purchaseId, signal),
  });

export const preloadPurchasedModules = () => queryClient.prefetchInfiniteQuery(purchasedModulesOptions);

export const preloadReceipt = (purchaseId: string) => queryClient.prefetchQuery(receiptOptions(purchaseId));
