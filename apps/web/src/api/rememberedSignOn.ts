import type { Me } from "@trunkline/contract/identity/auth.ts";

/** The account that this browser last signed in to by single sign-on, for the sign-in page. */
export const rememberedSignOn = {
  key: "trunkline.signOn",
  defaultValue: null as { accountSid: string; name: string } | null,
};

/** Remembers it if the browser allows storage. */
export function rememberSignOn({ signOn, account }: Me): void {
  if (!signOn) return;
  try {
    localStorage.setItem(rememberedSignOn.key, JSON.stringify(account));
  } catch {
    // the sign-in page asks for the account instead
  }
}
