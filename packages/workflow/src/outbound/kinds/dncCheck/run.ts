import type { Behaviour } from "../../../nodeKind.ts";
import { blocks } from "../../../parts/phone/dnc.ts";
import type { Own } from "./saved.ts";

/** How the reason begins for which a contact took the path of those on the account's list. */
export const onAccountList = "on the account's list for ";

export const behaviour: Behaviour<Own> = {
  run(node, at) {
    if (node.dncList === "account") {
      return blocks(at.contact.dnc, node.subtype)
        ? { go: node.matchPath, because: onAccountList + node.subtype }
        : { go: node.noMatchPath, because: `not on the account's list for ${node.subtype}` };
    }
    const listed = at.contact.phone === null ? false : at.lookup.federalDnc(at.contact.phone);
    if (listed === true) return { go: node.matchPath, because: "on the federal list" };
    if (listed === undefined) return { go: node.noMatchPath, because: "no_list_loaded" };
    return { go: node.noMatchPath, because: listed === "too_old" ? "list_too_old" : "not on the federal list" };
  },
};
