/** The account that this page was opened in. Requests name it, so that one which was meant for it reaches no other. */
let accountSid: string | undefined;

/** Remembers the account in which the page works. */
export const openAccount = (opened: string): void => {
  accountSid = opened;
};

/** The header that names the account of the page. */
export const accountHeader = (): Record<string, string> =>
  accountSid === undefined ? {} : { "trunkline-account": accountSid };

/** Notified when the session works in another account now: it was switched in another tab. */
export const accountChanges = new EventTarget();

const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("trunkline.account");
channel?.addEventListener("message", () => accountChanges.dispatchEvent(new Event("change")));

/** Tells the other tabs of this browser that the session works in another account. */
export const announceAccount = (): void => channel?.postMessage("changed");
