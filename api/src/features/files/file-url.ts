/** Where a stored file is read, from the root of this site. */
export const fileUrl = (id: string): string => `/api/files/${id}`;
