import type { Privilege, Role } from "@trunkline/contract/identity/roles.ts";

/** A user or API key with its rights in the account. */
export interface Actor {
  kind: "user" | "key";
  id: string;
  name: string;
  role: Role;
  privileges: readonly Privilege[];
}

/** Who makes a request. `actor` and `account` are null for a user who belongs to no account. */
export type Caller =
  | { kind: "key"; account: string; actor: Actor }
  | {
      kind: "user";
      userId: string;
      sessionId: string;
      email: string;
      name: string;
      account: string | null;
      actor: Actor | null;
      /** The account requires two-factor authentication, and the user has not set it up. */
      twoFactorNeeded: boolean;
      /** The account requires single sign-on and the user signed in with a password. */
      signOnNeeded: boolean;
      /** The account whose identity provider signed the user in. The session is limited to this account. */
      vouchedBy: string | null;
    };
