/** Minutes until a password reset link expires: mailed to the user, or passed on by an administrator or the operator. */
export const resetMinutes = { mailed: 60, handedOver: 24 * 60 } as const;

/** The token comes after `#`. Browsers do not send that part, so no server or proxy logs it. */
export const resetUrlOf = (publicUrl: string, token: string): string => `${publicUrl}/reset-password#${token}`;
