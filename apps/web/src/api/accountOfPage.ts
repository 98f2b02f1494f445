/** The account that this page was opened in. Requests name it so that they can't reach another account. */
let accountSid: string | undefined;

/** Sets the account of this page. */
export const openAccount = (opened: string): void => {
  accountSid = opened;
};

/** The request header with the account of the page. */
export const accountHeader = (): Record<string, string> =>
  accountSid === undefined ? {} : { "trunkline-account": accountSid };

/** Notified when another tab switches the session to another account. */
export const accountChanges = new EventTarget();

const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("trunkline.account");
channel?.addEventListener("message", () => accountChanges.dispatchEvent(new Event("change")));

/** Notifies other tabs that the session has switched accounts. */
export const announceAccount = (): void => channel?.postMessage("changed");
