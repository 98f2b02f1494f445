/** The webhook that Google calls, below the public address. The account is in it because a request has no other sign of it. */
export const rbmPaths = {
  events: "/carriers/rbm/:accountId/:connectionId",
};
