/** Why whoever is not an owner may look at single sign-on and not set it up. */
export const ownersAlone = "An owner sets single sign-on up: whoever does can sign in as anybody of the account.";
