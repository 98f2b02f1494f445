/** Why users other than owners can't change single sign-on. */
export const ownersAlone =
  "Only an owner can set up single sign-on, because it can sign in as any user of the account.";
