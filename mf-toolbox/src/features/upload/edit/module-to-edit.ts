import { queryOptions } from '@solvent/http';
import { fetchModule } from '../../../module/module-query.ts';

/**
 * `GET /modules/{id}`, once for a form: what changes on the server meanwhile must not take away what is being typed. So its
 * key is none of the modules', which are asked for again at every change.
 */
export const moduleToEditOptions = (id: string) =>
  queryOptions({
    queryKey: ['module-to-edit', id],
    queryFn: ({ signal }) => fetchModule(id, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
