/** Why a user can't change an IVR (spec 3 §2). */
export const notPermitted = "User does not have necessary permissions to modify or delete.";
