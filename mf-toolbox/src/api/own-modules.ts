import { PAGE_SIZES } from '@solvent/contracts';
import type {
  ChangeModuleStatusBody,
  ModuleResponse,
  ModuleContactBody,
  OwnModule,
  OwnModulesResponse,
} from '@solvent/contracts';
import { http, infiniteQueryOptions, queryClient, useMutation, useQueryClient } from '@solvent/http';
import type { InfiniteData } from '@solvent/http';
import { distinct, pagedQuery, requireField, useOptimisticMutation } from '@solvent/kit';
import { toast } from '@solvent/ui';
import { modulePath, MODULES_KEY, invalidateModules } from './modules.ts';

const POLL_INTERVAL_MS = 4000;

/** Automatic checks take seconds; the team's review takes days and is not polled. */
const isCheckRunning = ({ status, review }: OwnModule): boolean => status === 'in-review' && review.stage === 'archive';

interface OwnModulesPage extends Pick<OwnModulesResponse, 'modules' | 'earnings' | 'showsEmail' | 'totalPages'> {}

export const flattenOwnModules = (pages: readonly OwnModulesPage[]): OwnModule[] =>
  distinct(
    pages.flatMap(({ modules }) => modules),
    ({ id }) => id,
  );

/** `GET /modules/own`, newest first; polls while a check is running. */
export const ownModulesOptions = infiniteQueryOptions({
  ...pagedQuery({
    queryKey: [...MODULES_KEY, 'own'],
    path: '/modules/own',
    limit: PAGE_SIZES.modules,
    read: (body: Partial<OwnModulesResponse>): OwnModulesPage => ({
      modules: requireField(body, 'modules'),
      earnings: requireField(body, 'earnings'),
      showsEmail: body.showsEmail ?? false,
      totalPages: body.totalPages ?? 1,
    }),
  }),
  refetchInterval: ({ state }) => (flattenOwnModules(state.data?.pages ?? []).some(isCheckRunning) ? POLL_INTERVAL_MS : false),
});

export const preloadOwnModules = () => queryClient.prefetchInfiniteQuery(ownModulesOptions);

/** `PUT /modules/own/contact`, optimistic. */
export function useShowEmailSetting() {
  const client = useQueryClient();
  return useOptimisticMutation({
    mutationKey: ['module-contact'],
    mutationFn: (showsEmail: boolean) => http.put('/modules/own/contact', { showsEmail } satisfies ModuleContactBody),
    updates: [
      {
        queryKey: ownModulesOptions.queryKey,
        update: (cached: InfiniteData<OwnModulesPage>, showsEmail: boolean) => ({
          ...cached,
          pages: cached.pages.map((page) => ({ ...page, showsEmail })),
        }),
      },
    ],
    onSuccess: (_response, showsEmail) =>
      toast.success(showsEmail ? 'Your modules show your email address' : 'Your modules no longer show your email address'),
    onError: (error) => toast.failure(error, 'The setting could not be changed. Please try again.'),
    onSettled: () => void invalidateModules(client),
  });
}

type TargetStatus = ChangeModuleStatusBody['status'];

const STATUS_CHANGED: Record<TargetStatus, string> = {
  published: 'The module is in the catalogue again',
  unpublished: 'The module is no longer in the catalogue',
};

/** `PUT /modules/{id}/status`. */
export function useStatusChange({ id }: OwnModule) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (status: TargetStatus) => http.put(modulePath(id, '/status'), { status } satisfies ChangeModuleStatusBody),
    onSuccess: (_response, status) => toast.success(STATUS_CHANGED[status]),
    onError: (error) => toast.failure(error, 'The module could not be changed. Please try again.'),
    onSettled: () => invalidateModules(client),
  });
}

/** `PUT /modules/{id}/versions/{version}/no-secret`: releases a version that is on hold (product 4.17). */
export function useConfirmNoSecret(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (version: string) =>
      http.put<Partial<ModuleResponse>>(modulePath(id, `/versions/${encodeURIComponent(version)}/no-secret`)),
    onSuccess: ({ data }) =>
      toast.success(
        data.module?.review?.stage === 'team'
          ? 'Our team reviews the version within 3-5 business days.'
          : 'The version was published',
      ),
    onError: (error) => toast.failure(error, 'The version could not be published. Please try again.'),
    onSettled: () => invalidateModules(client),
  });
}
