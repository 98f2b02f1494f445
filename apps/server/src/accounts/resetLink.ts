/** How many minutes a link to choose a new password works: mailed to the user, or passed on by an administrator or the operator. */
export const resetMinutes = { mailed: 60, handedOver: 24 * 60 } as const;

/** The token comes after `#`: browsers do not send it, so no server and no proxy logs it. */
export const resetUrlOf = (publicUrl: string, token: string): string => `${publicUrl}/reset-password#${token}`;
