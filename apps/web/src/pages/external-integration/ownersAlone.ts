/** Why whoever is not an owner may look at single sign-on and not set it up. */
export const ownersAlone =
  "Only an owner can set up single sign-on, because it can sign in as any user of the account.";
