import { type Contact, contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { call } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { contactName } from "./contactName.ts";

/** Number of parallel requests. */
const parallelRequests = 8;

async function each(contacts: readonly Contact[], work: (contact: Contact) => Promise<unknown>): Promise<unknown[]> {
  const failures: unknown[] = [];
  const waiting = [...contacts];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await work(next).catch((problem: unknown) => failures.push(problem));
    }
  };
  await Promise.all(Array.from({ length: parallelRequests }, worker));
  return failures;
}

/** Archives contacts after a confirmation and unarchives them, with one request each. */
export function useArchive() {
  const refresh = useRefresh();
  const finish = async (
    count: number,
    failures: unknown[],
    done: () => void,
    titles: { done: string; failed: string },
  ) => {
    await refresh("/v4/contact/");
    if (failures.length === 0) {
      toastSuccess(titles.done, plural(count, "contact"));
      done();
    } else {
      toastError(
        failures.length === count ? titles.failed : `${titles.failed}: ${failures.length} of ${count} failed`,
        failures[0],
      );
    }
  };
  return {
    async archive(contacts: Contact[], done: () => void) {
      const [only] = contacts;
      const isSure = await confirm({
        title: `Archive ${contacts.length === 1 && only ? contactName(only) : plural(contacts.length, "contact")}?`,
        consequence:
          "Archived contacts cannot enter new runs and are hidden from lists. Current runs continue. You can unarchive them at any time.",
        confirm: "Archive",
      });
      if (!isSure) return;
      const failures = await each(contacts, ({ contactId }) => call(contactRoutes.archive, { params: { contactId } }));
      await finish(contacts.length, failures, done, { done: "Archived", failed: "Error archiving contacts" });
    },
    async unarchive(contacts: Contact[], done: () => void) {
      const failures = await each(contacts, ({ contactId }) =>
        call(contactRoutes.unarchive, { params: { contactId } }),
      );
      await finish(contacts.length, failures, done, { done: "Unarchived", failed: "Error unarchiving contacts" });
    },
  };
}
