/** What everybody reads where the name of somebody stood who deleted the account (docs/decisions, "Deleted accounts"). */
export const DELETED_NAME = 'Deleted user';
